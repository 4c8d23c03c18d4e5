import { Link } from 'react-router'
import type { Producer } from '#features/producers/producers.contract.ts'
import { producerUrl, storyLine } from '#features/producers/producers.rules.ts'
import { Portrait } from '#features/producers/web/producer-pictures.tsx'
import { placeOf, yearsAt } from '#features/producers/web/shown-producer.ts'
import { nameLang } from '#shared/name-lang.ts'

export type Maker = ReturnType<typeof toMaker>

export const toMaker = ({ _id, name, profileImageUrl, story, isDemo, ...producer }: Producer) => ({
  _id,
  name,
  profileImageUrl,
  about: [placeOf(producer), yearsAt(producer.yearsInBusiness)]
    .flatMap((text) => text && `${text}.`)
    .join(' ')
    .trim(),
  line: storyLine(story),
  ...(isDemo && { isDemo }),
})

export function ProductMaker({ maker }: { maker: Maker }) {
  const { _id, name, about, line } = maker
  return (
    <section aria-labelledby="maker" className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3">
      <Portrait producer={maker} lazy initials="text-xl" className="size-18 rounded-full" />
      <div className="wrap-anywhere">
        <h2 id="maker" lang={nameLang(name)} className="text-xl">
          <Link to={producerUrl(_id)} prefetch="intent" className="hover:underline hover:underline-offset-4">
            {name}
          </Link>
        </h2>
        <p className="text-ink-mute text-sm">{about}</p>
      </div>
      <p className="wrap-anywhere col-span-full">
        {line}{' '}
        <Link to={producerUrl(_id)} prefetch="intent" className="link whitespace-nowrap">
          {line ? 'Read their story' : 'See their page'}
        </Link>
      </p>
    </section>
  )
}
