import { useEffect, useState } from 'react'
import type { getProduct } from '#features/catalog/catalog.contract.ts'
import { call } from '#web/call.ts'
import { secondPictureFile } from './second-picture.rules.ts'

/**
 * A product's second picture over the first one of its card, while the mouse is on the card. Lists do not carry it: which one it is is
 * asked when the mouse first comes. Nothing shows when there is none, or no answer.
 */
export function SecondPicture({ productId }: { productId: string }) {
  const [src, setSrc] = useState<string>()
  const [hasLoaded, setLoaded] = useState(false)

  useEffect(() => {
    let isWanted = true
    call<typeof getProduct>('GET /api/product/:id', { params: { id: productId } }).then(
      ({ product }) => isWanted && setSrc(secondPictureFile(product.images)),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [productId])

  if (src === undefined) return null
  return (
    <img
      src={src}
      alt=""
      width={480}
      height={480}
      onLoad={() => setLoaded(true)}
      className={`absolute inset-0 size-full object-cover opacity-0 transition-opacity duration-(--duration-slow) ${hasLoaded ? 'group-hover:opacity-100' : ''}`}
    />
  )
}
