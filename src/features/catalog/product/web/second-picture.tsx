import { useEffect, useState } from 'react'
import { call } from '#web/call.ts'
import { getProduct } from '../../catalog.contract.ts'
import { secondPictureFile } from './second-picture.rules.ts'

/** The second picture, over the first while the mouse is on the card. Lists lack it, so it is asked for then; nothing is shown without one. */
export function SecondPicture({ productId }: { productId: string }) {
  const [src, setSrc] = useState<string>()
  const [hasLoaded, setLoaded] = useState(false)

  useEffect(() => {
    let isWanted = true
    call(getProduct, { params: { id: productId } }).then(
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
