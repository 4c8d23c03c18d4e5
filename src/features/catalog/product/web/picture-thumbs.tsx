import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { Picture } from '#web/ui/picture.tsx'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

interface PictureThumbsProps {
  pictures: readonly ProductPicture[]
  current: number
  onShow: (index: number) => void
  className: string
  buttonClassName: string
}

/** Arrow keys move between them. Where they do not fit side by side they are one row that scrolls. */
export function PictureThumbs({ pictures, current, onShow, className, buttonClassName }: PictureThumbsProps) {
  const list = useRef<HTMLUListElement>(null)
  // A swipe over the picture may show one whose thumbnail is out of sight. The page itself does not scroll.
  useEffect(() => {
    const row = list.current
    const thumb = row?.children[current]
    if (!row || !(thumb instanceof HTMLElement)) return
    row.scrollLeft = thumb.offsetLeft - (row.clientWidth - thumb.offsetWidth) / 2
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (current + step + pictures.length) % pictures.length
    onShow(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <ul ref={list} onKeyDown={onKeyDown} className={className}>
      {pictures.map((picture, index) => (
        <li key={picture.key}>
          <button
            type="button"
            aria-label={`Show image ${index + 1} of ${pictures.length}`}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => onShow(index)}
            className={`block aspect-(--aspect-product) overflow-hidden bg-kora-deep outline-offset-2 aria-[current]:outline-2 aria-[current]:outline-ink aria-[current]:focus-visible:outline-4 aria-[current]:focus-visible:outline-neel-700 ${buttonClassName}`}
          >
            <Picture picture={picture} alt="" sizes="84px" maxWidth={320} className="size-full" />
          </button>
        </li>
      ))}
    </ul>
  )
}
