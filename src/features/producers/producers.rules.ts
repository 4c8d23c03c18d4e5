/** pending -> approved | rejected, once. */
export const applicationStatuses = ['pending', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** "eri silk, natural dye ," -> ['eri silk', 'natural dye']; a list is trimmed the same way. */
export const splitSpecialties = (typed: string | readonly string[]) =>
  (typeof typed === 'string' ? typed.split(',') : typed).map((one) => one.trim()).filter(Boolean)

/** Most pieces of text in `specialties`, and the longest of them. */
export const MAX_SPECIALTIES = 20
export const MAX_SPECIALTY_LENGTH = 100
export const MAX_STORY_LENGTH = 5000
export const MAX_PICTURE_LINK_LENGTH = 2000
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** What is wrong with a link to a picture on the web, or to one that was uploaded here or is the site's; undefined where it may be one. */
export function pictureLinkProblem(link: string) {
  if (/^\/(media\/[\w-]+\/\d+\.webp|pictures\/[\w-]+\.svg)$/.test(link)) return undefined
  const [, host = ''] = /^https?:\/\/([^\s/?#\\]+)([/?#]\S*)?$/i.exec(link) ?? []
  if (host.includes('@')) return 'Leave out the user name and password in front of the site’s name'
  return host.includes('.') ? undefined : 'Start the link with https://'
}

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

const STORY_LINE_LENGTH = 140

/** A line of a story: its first sentence, or as much of it as fits. */
export function storyLine(story: string) {
  const [sentence = story] = /^.*?[.!?।](?=\s|$)/s.exec(story.trim()) ?? []
  return storyExcerpt(sentence, STORY_LINE_LENGTH)
}

export const producerUrl = (id: string) => `/producers/${id}`
