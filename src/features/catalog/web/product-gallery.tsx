import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { Picture } from '#web/ui/picture.tsx'

/** How far a finger must move sideways, in CSS pixels, to mean the next picture. */
const SWIPE_PX = 40

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A product's pictures: one large, the others as buttons beside it. Arrow keys move between the buttons, a swipe between pictures. */
export function ProductGallery({ name, pictures }: { name: string; pictures: readonly ProductPicture[] }) {
  const [current, setCurrent] = useState(0)
  const thumbs = useRef<HTMLUListElement>(null)
  const touchStart = useRef<{ x: number; y: number }>(undefined)
  const shown = pictures[current] ?? pictures[0]
  const show = (index: number) => setCurrent(Math.min(Math.max(index, 0), pictures.length - 1))

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (current + step + pictures.length) % pictures.length
    show(next)
    thumbs.current?.querySelectorAll('button')[next]?.focus()
  }
  const onTouchEnd = (event: TouchEvent) => {
    const touch = event.changedTouches[0]
    const start = touchStart.current
    touchStart.current = undefined
    if (!touch || !start) return
    const x = touch.clientX - start.x
    if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(touch.clientY - start.y)) show(current + (x < 0 ? 1 : -1))
  }

  return (
    <section
      aria-label="Product images"
      className="grid min-w-0 content-start gap-2.5 lg:flex lg:grow-7 lg:basis-0 lg:flex-row-reverse lg:items-start lg:gap-4"
    >
      <div
        className="relative -mx-gutter aspect-(--aspect-product) touch-pan-y overflow-hidden bg-kora-deep md:mx-0 lg:min-w-0 lg:flex-1"
        onTouchStart={(event) => {
          const touch = event.touches[0]
          touchStart.current = touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
        }}
        onTouchEnd={onTouchEnd}
      >
        {shown ? (
          <Picture
            key={shown.key}
            picture={shown}
            alt={pictures.length > 1 ? `${name}, view ${current + 1}` : name}
            sizes="(min-width: 1400px) 650px, (min-width: 1088px) 46vw, (min-width: 768px) 47vw, 100vw"
            priority={current === 0}
            lazy={false}
            className="size-full"
          />
        ) : null}
      </div>
      {pictures.length > 1 ? (
        <ul ref={thumbs} onKeyDown={onKeyDown} className="flex gap-2 lg:w-21 lg:shrink-0 lg:flex-col">
          {pictures.map((picture, index) => (
            <li key={picture.key}>
              <button
                type="button"
                aria-label={`Show image ${index + 1} of ${pictures.length}`}
                aria-current={index === current ? 'true' : undefined}
                onClick={() => show(index)}
                className="block aspect-(--aspect-product) w-14 overflow-hidden bg-kora-deep outline-offset-2 aria-[current]:outline-2 aria-[current]:outline-ink aria-[current]:focus-visible:outline-4 aria-[current]:focus-visible:outline-neel-700 md:w-17 lg:w-full"
              >
                <Picture picture={picture} alt="" sizes="84px" maxWidth={320} className="size-full" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
