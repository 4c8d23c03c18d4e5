import { type SitePictureName, sitePicture } from '#features/catalog/pictures/site-pictures.ts'
import type { Producer } from '../producers.contract.ts'
import { sampleProducers } from '../producers.rules.ts'

/** A producer as pages show one: a sample's cover is a picture of ours, in several widths. */
export interface ShownProducer extends Producer {
  cover?: ReturnType<typeof sitePicture>
}

/** The two samples, as if they had applied. */
export const samples = (): ShownProducer[] =>
  sampleProducers.map(({ portrait, cover, specialties, ...sample }) => ({
    ...sample,
    specialties: [...specialties],
    profileImageUrl: portrait,
    coverImageUrl: coverLink(cover),
    cover: sitePicture(cover),
  }))

function coverLink(name: SitePictureName) {
  const { key, widths } = sitePicture(name)
  return `/media/${key}/${widths.at(-1)}.webp`
}

export const findSample = (id: string) => samples().find(({ _id }) => _id === id)

/** "Khurja, Uttar Pradesh, India"; a country that is in the place already is not said twice. */
export const placeOf = ({ location, country }: Pick<Producer, 'location' | 'country'>) =>
  location.toLowerCase().endsWith(country.toLowerCase()) ? location : `${location}, ${country}`

/** "12 years at it"; nothing for those who have just begun. */
export function yearsAt(years: number) {
  if (years === 0) return 'Just begun'
  return years === 1 ? '1 year in business' : `${years} years in business`
}
