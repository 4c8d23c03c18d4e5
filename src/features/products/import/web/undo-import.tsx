import { momentInWords } from '#shared/day.ts'
import type { Send } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { ProductImport } from '../../product-imports.contract.ts'

interface UndoImportProps {
  id: string
  send: Send
  page: string
  /** `?undo=`: the import that the page asks about. */
  asked: string | null
}

export const UndoImport = ({ id, send, page, asked }: UndoImportProps) => (
  <AskFirst
    send={send}
    page={page}
    ask={{ name: 'undo', value: id, isAsked: asked === id }}
    fields={{ intent: 'undo', id }}
    title="Undo this import?"
    text="Added products are archived, changed ones become what they were. What was changed since stays as it is."
    confirm="Undo import"
    keep="Keep it"
    danger
  >
    {(button) => (
      <Button {...button} variant="line" size="sm">
        Undo
      </Button>
    )}
  </AskFirst>
)

const states = {
  checking: { tone: 'wait', text: 'Running' },
  checked: { tone: 'info', text: 'Checked only' },
  saving: { tone: 'wait', text: 'Running' },
  done: { tone: 'ok', text: 'Done' },
  refused: { tone: 'no', text: 'Refused' },
  failed: { tone: 'no', text: 'Interrupted' },
  undoing: { tone: 'wait', text: 'Running' },
  undone: { tone: 'info', text: 'Undone' },
} as const

export function LastImports({ imports, ...undo }: { imports: readonly ProductImport[] } & Omit<UndoImportProps, 'id'>) {
  if (imports.length === 0) return null
  return (
    <Panel aria-labelledby="last-imports" className="mt-8 max-w-184">
      <h2 id="last-imports" className="heading-plain border-line border-b px-4 py-3 text-base">
        Last imports
      </h2>
      <ul>
        {imports.map(({ _id, state, message, startedAt, undoUntil }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line px-4 py-3 not-first:border-t"
          >
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
                {momentInWords(startedAt)} <Pill tone={states[state].tone}>{states[state].text}</Pill>
              </p>
              <p className="wrap-anywhere text-sm">{message}</p>
              {undoUntil && <p className="text-ink-mute text-xs">Can be undone until {momentInWords(undoUntil)}</p>}
            </div>
            {undoUntil && <UndoImport id={_id} {...undo} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
