import { useState } from 'react'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import type { StatusWords } from './application-status.tsx'

/** By WhatsApp, or copied where the browser has a clipboard. */
export function ShareApplication({ path, words }: { path: string; words: StatusWords }) {
  const { storeName, publicUrl } = useSettings()
  const hydrated = useHydrated()
  const [isCopied, setCopied] = useState(false)
  const url = publicUrl + path
  const whatsApp = `https://wa.me/?${new URLSearchParams({ text: `${words.shared(storeName)} ${url}` })}`
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <section className="grid gap-4 border border-line bg-paper p-5 md:p-7">
      <p className="max-w-prose">{words.share}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={whatsApp} target="_blank" rel="noopener" prefetch="none" variant="line">
          <PageIcon name="share" size="sm" />
          {words.whatsApp}
        </ButtonLink>
        {hydrated && navigator.clipboard && (
          <Button variant="quiet" onClick={copy}>
            <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
          </Button>
        )}
      </div>
    </section>
  )
}
