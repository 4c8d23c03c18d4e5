import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import { PHOTO_ACCEPT } from '#web/files/photo-kinds.ts'
import { isWorthAnotherTry } from '#web/files/shrink-photo.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { MAX_PICTURE_LINK_LENGTH, pictureLinkProblem, pictureSource } from '../producers.rules.ts'
import { uploadPicture } from './upload-picture.ts'

interface PictureFieldProps extends Omit<ComponentProps<typeof TextField>, 'lead' | 'type'> {
  /** Such as "your profile photo". */
  what: string
  /** The link when the field was last left, tried and shown. */
  settled: string
  /** An upload has filled the field with this link. */
  onFilled: (link: string) => void
  onUploading: (running: boolean) => void
}

/** A link, tried at once, with an upload as second choice. */
export function PictureField({ what, settled, onFilled, onUploading, error, ...field }: PictureFieldProps) {
  const { src: link, srcSet } = pictureLinkProblem(settled) ? { src: '' } : pictureSource(settled)
  const [tried, setTried] = useState<{ link: string; loaded: boolean }>()
  const outcome = tried?.link === link ? tried : undefined
  const upload = useUpload(onFilled, onUploading)
  const cannotOpen = outcome?.loaded === false ? 'We cannot open this picture. Check the link.' : undefined
  return (
    <div className="col-span-full grid gap-2">
      <TextField
        {...field}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_PICTURE_LINK_LENGTH}
        error={error ?? upload.failure ?? cannotOpen}
        lead={
          link === '' || outcome?.loaded === false ? null : (
            <img
              key={link}
              src={link}
              srcSet={srcSet}
              sizes="72px"
              alt={`Preview of ${what}`}
              width={72}
              height={72}
              referrerPolicy="no-referrer"
              onLoad={() => setTried({ link, loaded: true })}
              onError={() => setTried({ link, loaded: false })}
              className={`size-18 flex-none bg-kora-deep object-cover ${outcome ? '' : 'hidden'}`}
            />
          )
        }
      />
      <UploadButton what={what} upload={upload} />
      {/* At the link's field, which lacks the focus. */}
      {upload.failure && (
        <span role="alert" className="sr-only">
          {upload.failure}
        </span>
      )}
    </div>
  )
}

interface Upload {
  /** What the upload does now; `sent` is from 0 to 1. */
  running: 'shrinking' | { sent: number } | undefined
  failure: string | undefined
  /** Missing where another try is useless. */
  again: (() => void) | undefined
  start: (file: File) => void
}

function useUpload(onFilled: (link: string) => void, onUploading: (running: boolean) => void): Upload {
  const [running, setRunning] = useState<Upload['running']>()
  const [failed, setFailed] = useState<{ text: string; file?: File }>()
  const request = useRef<AbortController>(null)
  // Leaving the page ends the request.
  useEffect(() => () => request.current?.abort(), [])

  async function start(file: File) {
    const controller = new AbortController()
    request.current = controller
    setFailed(undefined)
    setRunning('shrinking')
    onUploading(true)
    try {
      onFilled(await uploadPicture(file, (sent) => setRunning({ sent }), controller.signal))
    } catch (error) {
      setFailed({ text: messageOf(error), ...(isWorthAnotherTry(error) ? { file } : {}) })
    } finally {
      setRunning(undefined)
      onUploading(false)
    }
  }
  const missed = failed?.file
  return { running, failure: failed?.text, again: missed && (() => start(missed)), start }
}

/** The button's room is kept until JavaScript is there. */
function UploadButton({ what, upload }: { what: string; upload: Upload }) {
  const hydrated = useHydrated()
  const file = useRef<HTMLInputElement>(null)
  const { running, again, start } = upload
  const busy = running !== undefined
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${hydrated ? '' : 'invisible'}`}>
      <input
        ref={file}
        type="file"
        hidden
        accept={PHOTO_ACCEPT}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          // So that the same file can be chosen again.
          event.currentTarget.value = ''
          if (chosen) start(chosen)
        }}
      />
      <Button variant="quiet" size="sm" className="-ml-3 min-h-11" busy={busy} onClick={() => file.current?.click()}>
        {!busy && <PageIcon name="upload" size="sm" />}
        <span>{busy ? 'Uploading' : 'Or upload a photo'}</span>
        <span className="sr-only">{` (${what})`}</span>
      </Button>
      {running === 'shrinking' && <span className="text-ink-soft text-sm">Making it small</span>}
      {typeof running === 'object' && <Sent percent={toPercent(running.sent)} what={what} />}
      {again && (
        <Button variant="quiet" size="sm" onClick={again}>
          Try again
          <span className="sr-only"> ({what})</span>
        </Button>
      )}
    </div>
  )
}

const Sent = ({ percent, what }: { percent: number; what: string }) => (
  <>
    <Progress aria-label={`Uploading ${what}`} value={percent} max={100} className="h-1 w-32" />
    <span className="text-ink-soft text-sm">{percent < 100 ? `${percent}%` : 'Nearly there'}</span>
  </>
)
