/** pending -> approved | rejected, once (spec §4). */
export const applicationStatuses = ['pending', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

export const allowedDecisions: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: [],
}

/** "eri silk, natural dye ," -> ['eri silk', 'natural dye']; a list is trimmed the same way. */
export const splitSpecialties = (typed: string | readonly string[]) =>
  (typeof typed === 'string' ? typed.split(',') : typed).map((one) => one.trim()).filter(Boolean)

/** Most pieces of text in `specialties`, and the longest of them. */
export const MAX_SPECIALTIES = 20
export const MAX_SPECIALTY_LENGTH = 100
export const MAX_STORY_LENGTH = 5000
export const MAX_PICTURE_LINK_LENGTH = 2000

/** A link to a picture on the web, or to one that was uploaded here. */
export const isPictureLink = (url: string) =>
  /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(url) || /^\/media\/[\w-]+\/\d+\.webp$/.test(url)

/** An uploaded picture is kept in these widths, as far as it is that wide. */
const UPLOADED_WIDTHS = [640, 960, 1280, 1600]

/**
 * Where a page takes a producer's picture from. Uploaded ones have several widths. A link that starts with http:// is tried
 * with https://, since the pages load nothing unencrypted.
 */
export function pictureSource(link: string): { src: string; srcSet?: string } {
  const [, folder = '', largest] = /^(\/media\/[\w-]+\/)(\d+)\.webp$/.exec(link) ?? []
  const widths = UPLOADED_WIDTHS.filter((width) => width <= Number(largest))
  if (widths.at(-1) !== Number(largest)) return { src: link.replace(/^http:/i, 'https:') }
  return { src: link, srcSet: widths.map((width) => `${folder}${width}.webp ${width}w`).join(', ') }
}

/** "Bina Handloom Collective" -> "BH": stands where a picture does not load. */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')

/** The beginning of a story, at most `length` characters, cut between words. */
export function storyExcerpt(story: string, length: number) {
  const line = story.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length).replace(/\s+\S*$/, '')
  return `${cut.replace(/[,;:.–-]+$/, '')}…`
}

export const producerUrl = (id: string) => `/producers/${id}`

/** The two sample producers, whose stories always stand on the shop's pages (spec §1). Products link to them by these ids. */
export const sampleProducers = [
  {
    _id: 'matti-pottery-collective',
    name: 'Matti Pottery Collective',
    location: 'Khurja, Uttar Pradesh',
    country: 'India',
    yearsInBusiness: 12,
    specialties: ['Wheel-thrown stoneware', 'Terracotta', 'Celadon glazes'],
    portrait: '/pictures/producer-potter-portrait.svg',
    cover: 'producer-potter-cover',
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
    portrait: '/pictures/producer-weaver-portrait.svg',
    cover: 'producer-weaver-cover',
    story:
      'On the river side of town the sound of looms starts before sunrise. The cooperative was set up by weavers who were tired of selling by the bundle to whoever came first; now they set the price together and keep their own order book.\n\nYarn is spun in nearby villages and dyed in the courtyard with indigo, madder and pomegranate rind. A shawl passes through eight pairs of hands, and every pair is named in the ledger and paid per piece at a rate that the members vote on.\n\nThe cooperative runs a weekly class for school leavers. Several of them have come back with ideas of their own: the ring-dyed scarves were drawn by a nineteen-year-old member.',
  },
] as const
