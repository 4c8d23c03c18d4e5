import { useEffect, useId, useRef, useState } from 'react'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePages } from '../../web/use-pages.ts'

/** Chrome on Android reads bar codes by itself. TypeScript does not know it yet. */
interface Detector {
  detect: (from: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector
  }
}

/** Couriers' bar codes; those of goods are others. */
const formats = ['code_128', 'code_39', 'itf']
const LOOK_EVERY_MS = 200
/** What may be a tracking number; the camera goes on looking at anything else. */
const isNumber = (text: string) => /^[A-Z0-9][A-Z0-9 -]{4,38}[A-Z0-9]$/i.test(text)

/** Reads a tracking number with the camera. Left out where the browser reads no bar codes. */
export function ScanNumber({ take }: { take: (number: string) => void }) {
  const say = usePages()
  const title = useId()
  const canScan = useHydrated() && window.BarcodeDetector !== undefined && navigator.mediaDevices !== undefined
  const [isOpen, setOpen] = useState(false)
  if (!canScan) return null
  return (
    <>
      <Button variant="line" block onClick={() => setOpen(true)}>
        {say.byCamera}
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} labelledBy={title} closeButton={say.close}>
        <div className="grid gap-4 p-5">
          <h2 id={title} className="pr-12 font-semibold text-lg">
            {say.barCode}
          </h2>
          <Scanner
            take={(number) => {
              take(number)
              setOpen(false)
            }}
          />
        </div>
      </Modal>
    </>
  )
}

function Scanner({ take }: { take: (number: string) => void }) {
  const say = usePages()
  const video = useRef<HTMLVideoElement>(null)
  const [number, setNumber] = useState<string>()
  const [hasNoCamera, setNoCamera] = useState(false)
  // The camera is outside React, and is let go as soon as a number is found or the dialog shuts.
  useEffect(() => {
    if (number !== undefined) return
    const over = new AbortController()
    lookThrough(video.current, over.signal).then(setNumber, () => over.signal.aborted || setNoCamera(true))
    return () => over.abort()
  }, [number])
  if (hasNoCamera) return <Notice tone="ask">{say.noCamera}</Notice>
  if (number === undefined)
    return <video ref={video} muted playsInline className="aspect-square w-full bg-ink object-cover" />
  return (
    <div className="grid gap-3" role="status">
      <p className="text-neem-700">{say.numberFound}</p>
      <p className="figures wrap-anywhere font-semibold text-2xl">{number}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="line" onClick={() => setNumber(undefined)}>
          {say.lookAgain}
        </Button>
        <Button onClick={() => take(number)}>{say.thatIsIt}</Button>
      </div>
    </div>
  )
}

/** The first number that the camera sees. Throws where there is no camera, or the person does not allow it. */
async function lookThrough(video: HTMLVideoElement | null, over: AbortSignal) {
  const { BarcodeDetector } = window
  if (!video || !BarcodeDetector) throw new Error('no bar codes here')
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    const detector = new BarcodeDetector({ formats })
    for (;;) {
      over.throwIfAborted()
      const found = (await detector.detect(video)).find(({ rawValue }) => isNumber(rawValue.trim()))
      if (found) return found.rawValue.trim()
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
