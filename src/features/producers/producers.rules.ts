import { message } from './producers.messages.ts'

/** pending -> approved | rejected, once. */
export const applicationStatuses = ['pending', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** "eri silk, natural dye ," -> ['eri silk', 'natural dye']; lists are trimmed too. */
export const splitSpecialties = (typed: string | readonly string[]) =>
  (typeof typed === 'string' ? typed.split(',') : typed).map((one) => one.trim()).filter(Boolean)

/** The most texts, and their greatest length. */
export const MAX_SPECIALTIES = 20
export const MAX_SPECIALTY_LENGTH = 100
/** Of the sentence to who is rejected. */
export const MAX_ANSWER_LENGTH = 500
export const MAX_STORY_LENGTH = 5000
export const MAX_YEARS = 150
export const MAX_PICTURE_LINK_LENGTH = 2000
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** The mistake in a link to a picture on the web, uploaded here or of the site; undefined if right. */
export function pictureLinkProblem(link: string) {
  if (/^\/(media\/[\w-]+\/\d+\.webp|pictures\/[\w-]+\.svg)$/.test(link)) return undefined
  const [, host = ''] = /^https?:\/\/([^\s/?#\\]+)([/?#]\S*)?$/i.exec(link) ?? []
  if (host.includes('@')) return message('LINK_WITH_PASSWORD')
  return host.includes('.') ? undefined : message('LINK_WITHOUT_HTTPS')
}

/** Widths of an upload, as far as the picture is that wide. */
const UPLOADED_WIDTHS = [640, 960, 1280, 1600]

/** Uploads have several widths. A link with http:// is tried with https://, since pages load nothing unencrypted. */
export function pictureSource(link: string): { src: string; srcSet?: string } {
  const [, folder = '', largest] = /^(\/media\/[\w-]+\/)(\d+)\.webp$/.exec(link) ?? []
  const widths = UPLOADED_WIDTHS.filter((width) => width <= Number(largest))
  if (widths.at(-1) !== Number(largest)) return { src: link.replace(/^http:/i, 'https:') }
  return { src: link, srcSet: widths.map((width) => `${folder}${width}.webp ${width}w`).join(', ') }
}

/** "Bina Handloom Collective" -> "BH": for a picture that does not load. */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')

/** At most `length` characters, cut between words. */
export function storyExcerpt(story: string, length: number) {
  const line = story.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length).replace(/ \S*$/, '')
  return `${cut.replace(/(?<![,;:.–-])[,;:.–-]+$/, '')}…`
}

const STORY_LINE_LENGTH = 140

/** The first sentence, or as much as fits. */
export function storyLine(story: string) {
  const [sentence = story] = /^.*?[.!?।](?=\s|$)/s.exec(story.trim()) ?? []
  return storyExcerpt(sentence, STORY_LINE_LENGTH)
}

export const producerUrl = (id: string) => `/producers/${id}`
