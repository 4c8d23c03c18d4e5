import { splitSpecialties } from '#features/producers/producers.rules.ts'
import { Cover, Portrait } from '#features/producers/web/producer-pictures.tsx'
import { Specialties } from '#features/producers/web/specialties.tsx'
import { formatRupees } from '#shared/money.ts'
import { Name } from '#web/ui/name.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import type { OwnStory } from '../story.contract.ts'
import type { TypedStory } from '../typed-story.ts'
import { useStoryWords } from './use-story-words.ts'

/** The page in the shop, as what is typed makes it. */
export function StoryPreview({ typed, story }: { typed: TypedStory; story: OwnStory }) {
  const say = useStoryWords()
  const { consent, yearsInBusiness, isTrusted } = story
  const specialties = splitSpecialties(typed.specialties)
  return (
    <Card aria-labelledby="preview">
      <CardHead id="preview">{say.preview}</CardHead>
      <p className="text-ink-soft text-sm">{isTrusted ? say.previewNow : say.previewText}</p>
      <div className="overflow-hidden border border-line bg-white">
        <Cover producer={typed} sizes="100vw" lazy className="aspect-2/1" />
        <div className="grid gap-3 p-4">
          <Portrait producer={typed} lazy className="-mt-14 size-22 rounded-full border-4 border-white" />
          <p className="wrap-anywhere font-semibold text-2xl">
            <Name>{typed.name}</Name>
          </p>
          <p className="wrap-anywhere text-ink-soft text-sm">
            <Name>{typed.location}</Name>
            {yearsInBusiness > 0 && <span>{`, ${say.years(yearsInBusiness)}`}</span>}
          </p>
          {typed.story.split(/\n\s*\n/).map((paragraph, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be there twice
            <p key={at} className="wrap-anywhere whitespace-pre-line">
              <Name>{paragraph.trim()}</Name>
            </p>
          ))}
          <Specialties label={say.specialties} list={specialties} />
          {consent?.isGiven && consent.earnings && (
            <p className="border border-line p-3">
              <span className="block text-ink-soft text-sm">{say.earnings}</span>
              <span>{say.earningsAre(formatRupees(consent.earnings.amount), consent.earnings.orders)}</span>
            </p>
          )}
        </div>
      </div>
      <p className="text-ink-soft text-sm">{say.otherLanguage}</p>
    </Card>
  )
}
