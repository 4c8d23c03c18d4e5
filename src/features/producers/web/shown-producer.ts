import { sitePicture } from '#features/pictures/site-pictures.ts'
import type { Producer } from '../producers.contract.ts'
import { sampleProducers } from '../sample-producers.ts'

/** A producer as pages show one: a sample's cover is a picture of ours, in several widths. */
export interface ShownProducer extends Producer {
  cover?: ReturnType<typeof sitePicture>
}

/** A producer of the shop, with the cover of ours if it is a sample. */
export function shownProducer(producer: Producer): ShownProducer {
  const sample = sampleProducers.find(({ _id }) => _id === producer._id)
  return sample ? { ...producer, cover: sitePicture(sample.cover) } : producer
}

/** "Khurja, Uttar Pradesh, India"; a country that is in the place already is not said twice. */
export const placeOf = ({ location, country }: Pick<Producer, 'location' | 'country'>) =>
  location.toLowerCase().endsWith(country.toLowerCase()) ? location : `${location}, ${country}`

/** "12 years at it"; empty for those who have just begun. */
export function yearsAt(years: number) {
  if (years === 0) return 'Just begun'
  return years === 1 ? '1 year in business' : `${years} years in business`
}
