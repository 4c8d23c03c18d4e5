import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { noteEarlyActs } from '#web/forms/early-acts.ts'
import { partsOnPage } from '#web/ui/on-demand.tsx'

async function takeOver() {
  noteEarlyActs()
  await partsOnPage()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
}

// Who is logged in is the last thing in the page (shopper-on-page.ts).
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', takeOver)
else takeOver()
