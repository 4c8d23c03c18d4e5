import { useArrival } from '#web/hooks/use-arrival.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { CopyButton } from './seller-copy-button.tsx'

/** Ten codes, this once: the shop keeps only their hashes. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { storeName } = useSettings()
  const hydrated = useHydrated()
  const heading = useArrival<HTMLHeadingElement>(true)
  const lines = codes.join('\n')
  const file = `Recovery codes of ${storeName}. Each works once.\n\n${lines}\n`
  return (
    <Panel aria-labelledby="codes-title" className="grid gap-4 p-4 nav:p-6">
      <h2 id="codes-title" ref={heading} tabIndex={-1} className="text-xl">
        Keep these ten codes
      </h2>
      <p>
        Your second factor is on. Each of these opens the door once when your phone is lost. Keep them where your phone
        is not: we keep only their hashes, and cannot show them again.
      </p>
      <ul className="grid grid-cols-2 border-line border-t border-l font-mono sm:grid-cols-5">
        {codes.map((code) => (
          <li key={code} className="border-line border-r border-b px-3 py-2 text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        {hydrated && (
          <Button type="button" variant="line" size="sm" className="min-h-11" onClick={() => window.print()}>
            Print
          </Button>
        )}
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          className="link inline-flex min-h-11 items-center px-3"
        >
          Save as file
        </a>
        <CopyButton text={lines}>Copy</CopyButton>
      </div>
    </Panel>
  )
}
