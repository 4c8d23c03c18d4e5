import { type SitePictureName, sitePicture } from '#features/pictures/site-pictures.ts'

/** The sample producers of the demo; their stories are invented. Products of the demo catalogue link to them by these ids. */
export const sampleProducers = [
  {
    _id: 'matti-pottery-collective',
    name: 'Matti Pottery Collective',
    location: 'Khurja, Uttar Pradesh',
    country: 'India',
    yearsInBusiness: 12,
    specialties: ['Wheel-thrown stoneware', 'Terracotta', 'Celadon glazes'],
    profileImageUrl: '/pictures/producer-potter-portrait.svg',
    coverImageUrl: linkTo('producer-potter-cover'),
    story:
      'The collective began with four potters sharing one kiln behind a brick yard. Each of them had learned on a family wheel, and each had watched cheap moulded ware push the hand-thrown pot off the market stalls.\n\nThey pooled their savings, repaired the kiln and agreed on one rule: nothing leaves the yard that they would not use in their own kitchen. Today twenty-six people throw, trim and glaze here, and more than half of them are women who came to the wheel as apprentices.\n\nClay offcuts go back into the pug mill, glaze water is settled and used again, and the kiln now runs on gas instead of coal. A share of every sale keeps the apprentice bench open.',
  },
  {
    _id: 'charkha-weavers-cooperative',
    name: "Charkha Weavers' Cooperative",
    location: 'Maheshwar, Madhya Pradesh',
    country: 'India',
    yearsInBusiness: 18,
    specialties: ['Khadi weaving', 'Indigo shibori', 'Block printing'],
    profileImageUrl: '/pictures/producer-weaver-portrait.svg',
    coverImageUrl: linkTo('producer-weaver-cover'),
    story:
      'On the river side of town the sound of looms starts before sunrise. The cooperative was set up by weavers who were tired of selling by the bundle to whoever came first; now they set the price together and keep their own order book.\n\nYarn is spun in nearby villages and dyed in the courtyard with indigo, madder and pomegranate rind. A shawl passes through eight pairs of hands, and every pair is named in the ledger and paid per piece at a rate that the members vote on.\n\nThe cooperative runs a weekly class for school leavers. Several of them have come back with ideas of their own: the ring-dyed scarves were drawn by a nineteen-year-old member.',
  },
] as const

function linkTo(name: SitePictureName) {
  const { key, widths } = sitePicture(name)
  return `/media/${key}/${widths.at(-1)}.webp`
}
