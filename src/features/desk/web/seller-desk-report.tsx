import { Button, iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { DeskSteps } from './use-desk-steps.ts'

/** What came of the last step; stays until it is closed. */
export function DeskReport({ steps: { report, failed, failure, close } }: { steps: DeskSteps }) {
  return (
    <>
      <SendFailed failed={failed} className="mb-4" />
      <div role="alert">
        {failure && (
          <Notice tone="bad" className="mb-4">
            {failure}
          </Notice>
        )}
      </div>
      <div role="status">
        {report && (
          <Notice
            tone={report.failed.length > 0 ? 'ask' : 'good'}
            className="mb-4"
            action={
              <button type="button" aria-label="Close" onClick={close} className={iconButton}>
                <Icon name="close" size="sm" />
              </button>
            }
          >
            <b>{report.text}.</b>
            {report.failed.length > 0 && (
              <ul className="mt-1">
                {report.failed.map(({ _id, message }) => (
                  <li key={_id}>{message}</li>
                ))}
              </ul>
            )}
            {report.goOn && (
              <Button variant="line" size="sm" onClick={report.goOn.press} className="mt-2 flex min-h-11">
                {report.goOn.text}
              </Button>
            )}
          </Notice>
        )}
      </div>
    </>
  )
}
