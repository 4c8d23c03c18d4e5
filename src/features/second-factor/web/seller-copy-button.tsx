import { useState } from 'react'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'

/** Left out where it would do nothing: pages that came by http have no clipboard. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const hydrated = useHydrated()
  const [isCopied, setCopied] = useState(false)
  if (!hydrated || !navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Button type="button" variant="line" size="sm" onClick={copy} className="min-h-11 justify-self-start">
      {isCopied ? 'Copied' : children}
    </Button>
  )
}
