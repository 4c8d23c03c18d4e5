import { type ReactNode, useRef, useState } from 'react'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from './button.tsx'
import { inputLook } from './field.tsx'
import { Notice } from './notice.tsx'

/** A secret that the shop cannot show again, since it keeps only its hash. */
export function ShownOnce({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  const field = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const [isCopied, setCopied] = useState(false)

  // Pages that came by http have no clipboard: the secret is marked then, to copy by hand.
  async function copy() {
    field.current?.select()
    const isKept = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    )
    setCopied(isKept ?? false)
  }

  return (
    <Notice tone="good">
      <p>{children}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <input ref={field} readOnly aria-label={label} value={value} className={`${inputLook} max-w-form text-sm`} />
        {hydrated && (
          <Button type="button" variant="line" onClick={copy}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </div>
    </Notice>
  )
}
