import { splitSpecialties } from '#features/producers/producers.rules.ts'
import type { OwnStory } from './story.contract.ts'

export const storyFields = ['name', 'location', 'story', 'specialties', 'profileImageUrl', 'coverImageUrl'] as const
export type StoryField = (typeof storyFields)[number]
/** The own page as it is typed: what its maker makes in one line, with commas. */
export type TypedStory = Record<StoryField, string>

type Page = OwnStory['page']

export const typedOf = ({ specialties, ...texts }: Page): TypedStory => ({
  ...texts,
  specialties: specialties.join(', '),
})

/** Forms send other line breaks than browsers show. */
export const pageOf = ({ specialties, story, ...texts }: TypedStory): Page => ({
  ...texts,
  story: story.replace(/\r\n?/g, '\n'),
  specialties: splitSpecialties(specialties),
})

/** The fields in which what was typed would make another page. */
export function otherThan(page: Page, typed: TypedStory): StoryField[] {
  const wanted = pageOf(typed)
  return storyFields.filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(page[field]))
}
