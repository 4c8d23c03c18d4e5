import { type sitePicture, sitePictureAt } from '#features/pictures/site-pictures.ts'
import type { Producer } from '../producers.contract.ts'

/** A sample's cover is a picture of the site, in several widths. */
export interface ShownProducer extends Producer {
  cover?: ReturnType<typeof sitePicture>
}

export function shownProducer(producer: Producer): ShownProducer {
  const cover = sitePictureAt(producer.coverImageUrl)
  return cover ? { ...producer, cover } : producer
}

/** "Khurja, Uttar Pradesh, India"; the country only once. */
export const placeOf = ({ location, country }: Pick<Producer, 'location' | 'country'>) =>
  location.toLowerCase().endsWith(country.toLowerCase()) ? location : `${location}, ${country}`

/** Empty for beginners, and where the shop does not know. */
export function yearsAt(years: number) {
  if (years === 0) return ''
  return years === 1 ? '1 year in business' : `${years} years in business`
}
