import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { hrefOf } from '#shared/endpoint.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { exportLedger } from '../entries-file.contract.ts'
import type { Checked, OwnEntry, ToCheck } from './check-file.ts'
import { sayChecked } from './check-words.ts'

const BUSY_SHOP = 'The shop is busy. Please try again in a moment.'
const NOT_FETCHED = 'The entries could not be fetched. Please check your connection and try again.'
const NOT_COMPUTED = 'Your browser could not compute the hashes. The script does the same.'
const NO_HASHES =
  'Browsers compute hashes only on pages that come by https, and this one did not. Open the shop by its https address, or use the script.'

/** The older form first: together they are one chain. */
async function fetchEntries(signal: AbortSignal) {
  const files: string[] = []
  for (const format of ['1', '2'] as const) {
    const answer = await fetch(hrefOf(exportLedger, { query: { format } }), { signal }).catch(() => undefined)
    if (!answer?.ok) throw new Error(answer?.status === 503 || answer?.status === 429 ? BUSY_SHOP : NOT_FETCHED)
    files.push(await answer.text())
  }
  return files.join('\n')
}

/** A worker computes the chain, so that the page stays usable. */
async function compute(work: ToCheck, signal: AbortSignal) {
  const worker = new Worker(new URL('./check-ledger.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Checked>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error(NOT_COMPUTED)))
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.postMessage(work)
    })
  } finally {
    worker.terminate()
  }
}

type State = { isBusy?: boolean; checked?: Checked; failed?: string }

/** Checks the chain in this browser, of the shop's file or a copy; `own` must be in it unchanged. */
export function CheckHere({ own = [] }: { own?: readonly OwnEntry[] }) {
  const [state, setState] = useState<State>({})
  const hydrated = useHydrated()
  const label = useId()
  const running = useRef(new AbortController())
  // The worker ends with the page.
  useEffect(() => () => running.current.abort(), [])

  async function check(read: (signal: AbortSignal) => Promise<string>) {
    running.current.abort()
    running.current = new AbortController()
    const { signal } = running.current
    setState({ isBusy: true })
    const next = await read(signal)
      .then((text) => compute({ text, own }, signal))
      .then(
        (checked): State => ({ checked }),
        (error): State => ({ failed: error instanceof Error ? error.message : NOT_COMPUTED }),
      )
    if (!signal.aborted) setState(next)
  }

  function checkCopy({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // So that the same file can be chosen again.
    target.value = ''
    if (file) void check(() => file.text())
  }

  const { isBusy = false, checked, failed } = state
  const cannot = hydrated && globalThis.crypto?.subtle === undefined
  return (
    <div className="grid gap-3">
      <div className="flex min-h-12 flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          busy={isBusy}
          busyLabel="Checking"
          disabled={!hydrated || cannot}
          onClick={() => void check(fetchEntries)}
        >
          Check here
        </Button>
        <span className="grid gap-1 text-sm">
          <label htmlFor={label}>Or check a copy that you kept</label>
          <input
            id={label}
            type="file"
            accept=".csv,text/csv"
            disabled={!hydrated || cannot || isBusy}
            onChange={checkCopy}
            className="min-h-11 w-full min-w-0 py-2"
          />
        </span>
      </div>
      <noscript>
        <Notice tone="wait">This needs JavaScript. The script does the same without a browser.</Notice>
      </noscript>
      {cannot && <Notice tone="wait">{NO_HASHES}</Notice>}
      <div role="status">
        {checked && <Found {...sayChecked(checked, own)} />}
        {failed !== undefined && <Notice tone="bad">{failed}</Notice>}
      </div>
    </div>
  )
}

const Found = ({ isRight, texts }: ReturnType<typeof sayChecked>) => (
  <Notice tone={isRight ? 'good' : 'bad'}>
    {texts.map((text) => (
      <p key={text} className="wrap-anywhere">
        {text}
      </p>
    ))}
  </Notice>
)
