import { useEffect, useRef, useState } from 'react'
import { AppError } from '#shared/app-error.ts'
import type { SameWords } from '#shared/languages.ts'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import { PHOTO_ACCEPT } from '#web/files/photo-kinds.ts'
import { isWorthAnotherTry } from '#web/files/shrink-photo.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { applicationFormEn } from '../apply/web/application.words.en.ts'
import { uploadPicture } from './upload-picture.ts'

export type PhotoWords = SameWords<(typeof applicationFormEn)['photo']>

export interface Upload {
  /** What the upload does now; `sent` is from 0 to 1. */
  running: 'shrinking' | { sent: number } | undefined
  failure: string | undefined
  /** Missing where another try is useless. */
  again: (() => void) | undefined
  start: (file: File) => void
}

/** What the browser finds wrong with a photo, by the error's code. */
const refusals = {
  HEIC_PHOTO: 'heic',
  NOT_A_PHOTO: 'noPhoto',
  PHOTO_NOT_READ: 'notRead',
  PHOTO_TOO_LARGE: 'tooLarge',
} as const

function refusalIn(words: PhotoWords, error: unknown, name: string) {
  const [, word] = Object.entries(refusals).find(([code]) => error instanceof AppError && error.code === code) ?? []
  return word ? words[word](name) : messageOf(error)
}

/** Makes a chosen photo small and sends it. */
export function useUpload(
  words: PhotoWords,
  onFilled: (link: string) => void,
  onUploading: (running: boolean) => void,
): Upload {
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
      onFilled(await uploadPicture(file, words.failed, (sent) => setRunning({ sent }), controller.signal))
    } catch (error) {
      setFailed({ text: refusalIn(words, error, file.name), ...(isWorthAnotherTry(error) ? { file } : {}) })
    } finally {
      setRunning(undefined)
      onUploading(false)
    }
  }
  const missed = failed?.file
  return { running, failure: failed?.text, again: missed && (() => start(missed)), start }
}

/** The button's room is kept until JavaScript is there. */
export function UploadButton({ what, words, upload }: { what: string; words: PhotoWords; upload: Upload }) {
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
        <span>{busy ? words.uploading : words.upload}</span>
        <span className="sr-only">{` (${what})`}</span>
      </Button>
      {running === 'shrinking' && <span className="text-ink-soft text-sm">{words.shrinking}</span>}
      {typeof running === 'object' && <Sent percent={toPercent(running.sent)} what={what} words={words} />}
      {again && (
        <Button variant="quiet" size="sm" onClick={again}>
          {words.again}
          <span className="sr-only"> ({what})</span>
        </Button>
      )}
    </div>
  )
}

const Sent = ({ percent, what, words }: { percent: number; what: string; words: PhotoWords }) => (
  <>
    <Progress aria-label={words.uploadingWhat(what)} value={percent} max={100} className="h-1 w-32" />
    <span className="text-ink-soft text-sm">{percent < 100 ? `${percent}%` : words.nearlyThere}</span>
  </>
)
