import { type MouseEvent, useEffect, useState } from 'react'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'

function useShared(trackPath: string) {
  const { storeName, publicUrl } = useSettings()
  const text = `Where the parcel from ${storeName} is:`
  const url = publicUrl + trackPath
  return { text, url, whatsApp: `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}` }
}

/** Closing the device's share sheet is not an error. */
const shareHere = (shared: { text: string; url: string }) => navigator.share(shared).catch(() => {})

/** The device's own way to share where it has one, else WhatsApp. */
export function ShareLink({ trackPath, what }: { trackPath: string; what: string }) {
  const { text, url, whatsApp } = useShared(trackPath)
  const share = (event: MouseEvent) => {
    if (!('share' in navigator)) return
    event.preventDefault()
    shareHere({ text, url })
  }
  return (
    <ButtonLink to={whatsApp} target="_blank" rel="noopener" prefetch="none" variant="quiet" size="sm" onClick={share}>
      <PageIcon name="share" size="sm" />
      Share<span className="sr-only"> {what}</span>
    </ButtonLink>
  )
}

export function ShareButtons({ trackPath }: { trackPath: string }) {
  const { text, url, whatsApp } = useShared(trackPath)
  const [hasOwnWay, setHasOwnWay] = useState(false)
  // Only the browser knows whether it can share.
  useEffect(() => setHasOwnWay('share' in navigator), [])
  return (
    <>
      <ButtonLink to={whatsApp} target="_blank" rel="noopener" prefetch="none" variant="line">
        <PageIcon name="share" size="sm" />
        Share on WhatsApp
      </ButtonLink>
      {hasOwnWay && (
        <Button variant="quiet" onClick={() => shareHere({ text, url })}>
          Share
        </Button>
      )}
    </>
  )
}
