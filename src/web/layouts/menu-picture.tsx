import { type SitePictureName, sitePicture } from '#features/pictures/site-pictures.ts'
import { Picture } from '#web/ui/picture.tsx'

/** The narrowest file of a category's picture. */
const SMALL_PICTURE = 320

export default function MenuPicture({ name }: { name: SitePictureName }) {
  return <Picture picture={sitePicture(name)} alt="" sizes="36px" maxWidth={SMALL_PICTURE} className="size-full" />
}
