import { type ReactNode, type Ref, useId } from 'react'
import { Link } from 'react-router'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { Cover, Portrait } from '#features/producers/web/producer-pictures.tsx'
import { momentInWords } from '#shared/day.ts'
import type { Language } from '#shared/languages.ts'
import { formatRupees, minus, type Paise, plus } from '#shared/money.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Change } from '../changes.contract.ts'
import { categoryText, differencesOf, factLines, sameOf } from '../changes.texts.ts'
import { ComparedTexts, Sides } from './seller-compared.tsx'
import { ComparedShares } from './seller-compared-shares.tsx'
import { Decide } from './seller-decide.tsx'
import { Photos } from './seller-photos.tsx'

type OfKind<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

interface OpenChangeProps {
  change: Change
  /** "1 of 4". */
  place: string
  /** In which its maker reads. */
  language: Language
  percentages: Percentages
  heading: Ref<HTMLHeadingElement>
  /** The link to the queue, on narrow screens. */
  back: string
  /** Opened after this one is decided. */
  next: string | undefined
  className?: string
  children: ReactNode
}

/** One change with both of its sides, and the decision. */
export function OpenChange({ change, place, heading, back, next, className = '', children, ...rest }: OpenChangeProps) {
  const title = useId()
  const { name, producer, askedBy, askedAt, kind } = change
  return (
    <div className={`grid min-w-0 gap-2 ${className}`}>
      <BackLink to={back} className="lg:hidden">
        Back to the queue
      </BackLink>
      <article aria-labelledby={title} className="min-w-0 rounded-sm border border-line bg-paper">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4 nav:p-5">
          <div className="min-w-0">
            <p className="text-ink-soft text-sm">{place}</p>
            <h2 ref={heading} id={title} tabIndex={-1} className="wrap-anywhere text-2xl">
              <Name>{name}</Name>
            </h2>
            <p className="wrap-anywhere text-ink-soft text-sm">
              <Link to={`/seller/producers/${producer._id}`} className="link">
                <Name>{producer.name}</Name>
              </Link>
              , <Name>{producer.location}</Name>. Sent by <Name>{askedBy}</Name>, {momentInWords(new Date(askedAt))}.
            </p>
          </div>
          <ul aria-label="What is different" className="flex flex-wrap gap-2">
            {differencesOf(change).map((part) => (
              <li key={part}>
                <Pill tone={kind === 'new piece' ? 'wait' : 'info'}>{part}</Pill>
              </li>
            ))}
          </ul>
          {children}
        </div>
        <Warnings change={change} />
        {change.kind === 'new piece' ? (
          <NewPiece change={change} />
        ) : (
          <>
            <div className="hidden border-line border-t font-semibold text-sm md:grid md:grid-cols-2">
              <p className="px-4 py-2 nav:px-5">In the shop now</p>
              <p className="border-line border-l bg-neel-50 px-4 py-2 nav:px-5">Wanted by the maker</p>
            </div>
            {change.kind === 'piece' ? (
              <OfPiece change={change} percentages={rest.percentages} />
            ) : (
              <OfPage change={change} />
            )}
            <Same change={change} />
          </>
        )}
        <Decide change={change} next={next} {...rest} />
      </article>
    </div>
  )
}

function Warnings({ change }: { change: Change }) {
  if (change.kind === 'new piece') return null
  return (
    <>
      {change.overtakenBy !== null && (
        <Notice tone="ask">
          {change.overtakenBy === '' ? (
            <span>This was changed after the maker sent it.</span>
          ) : (
            <span>
              <b>{change.overtakenBy}</b> changed this after the maker sent it.
            </span>
          )}{' '}
          <span>The left side is as it is now: if you approve, the right side takes its place.</span>
        </Notice>
      )}
      {change.kind === 'piece' && change.isOutOfShop && (
        <Notice tone="info">This piece is out of the shop just now. Approved, it stays out.</Notice>
      )}
    </>
  )
}

function Same({ change }: { change: Change }) {
  const same = sameOf(change)
  return (
    same.length > 0 && (
      <p className="border-line border-t px-4 py-3 text-ink-soft text-sm nav:px-5">
        The same: {same.join(', ').toLowerCase()}
      </p>
    )
  )
}

const more = (now: Paise | null, wanted: Paise | null) => {
  if (now === null || wanted === null) return 'new'
  return wanted > now ? `${formatRupees(minus(wanted, now))} more` : `${formatRupees(minus(now, wanted))} less`
}

/** The profit, and with it what community and shop get, stays at an offer price that goes up as the maker's price does. */
function offerText(offerPrice: Paise, now: Paise | null, wanted: Paise | null) {
  const stays = 'The offer price stays until you change it.'
  if (now === null || wanted === null || wanted <= now) return stays
  const raised = formatRupees(plus(offerPrice, minus(wanted, now)))
  return `${stays} At ${raised} community and shop keep what they have today.`
}

const Figure = ({ amount }: { amount: Paise | null }) => (
  <p className="figures font-semibold text-xl">{amount === null ? 'Not stated' : formatRupees(amount)}</p>
)

function OfPiece({ change, percentages }: { change: OfKind<'piece'>; percentages: Percentages }) {
  const { now, wanted, prices, name, product } = change
  const parts = differencesOf(change)
  const has = (part: string) => parts.includes(part)
  return (
    <>
      {has('Photos') && (
        <Sides
          title="Photos"
          now={<Photos name={name} pictures={now.pictures} />}
          wanted={<Photos name={name} pictures={wanted.pictures} had={now.pictures} />}
        />
      )}
      {has('Price') && (
        <>
          <Sides
            title="Maker’s price"
            about={more(now.makerPrice, wanted.makerPrice)}
            now={<Figure amount={now.makerPrice} />}
            wanted={<Figure amount={wanted.makerPrice} />}
          />
          <ComparedShares prices={prices} now={now.makerPrice} wanted={wanted.makerPrice} percentages={percentages} />
          <p className="border-line border-t px-4 py-3 text-sm nav:px-5">
            <span>{offerText(prices.offerPrice, now.makerPrice, wanted.makerPrice)}</span>{' '}
            <Link to={`/seller/product-list/${product}`} className="link">
              Change the offer price
            </Link>
          </p>
        </>
      )}
      {has('Name') && <ComparedTexts title="Name" now={[now.name]} wanted={[wanted.name]} />}
      {has('Category') && (
        <ComparedTexts title="Category" now={[categoryText(now.category)]} wanted={[categoryText(wanted.category)]} />
      )}
      {has('Text') && <ComparedTexts title="Text" now={now.description} wanted={wanted.description} isList />}
      {has('Facts') && (
        <ComparedTexts title="Facts" now={factLines(now.facts)} wanted={factLines(wanted.facts)} isList />
      )}
    </>
  )
}

const paragraphs = (text: string) => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')

function OfPage({ change: { now, wanted, name, ...change } }: { change: OfKind<'page'> }) {
  const parts = differencesOf({ ...change, now, wanted, name })
  const has = (part: string) => parts.includes(part)
  const pictureOf = (of: typeof now) => ({
    name: of.name,
    profileImageUrl: of.profileImageUrl,
    coverImageUrl: of.coverImageUrl,
  })
  const cover = (of: typeof now) => (
    <Cover producer={pictureOf(of)} lazy sizes="(min-width: 768px) 30vw, 90vw" className="aspect-2/1 max-w-96" />
  )
  const face = (of: typeof now) => <Portrait producer={pictureOf(of)} lazy className="size-32" />
  return (
    <>
      {has('Cover') && <Sides title="Cover" now={cover(now)} wanted={cover(wanted)} />}
      {has('Face') && <Sides title="Face" now={face(now)} wanted={face(wanted)} />}
      {has('Name') && <ComparedTexts title="Name" now={[now.name]} wanted={[wanted.name]} />}
      {has('Place') && <ComparedTexts title="Place" now={[now.location]} wanted={[wanted.location]} />}
      {has('Story') && <ComparedTexts title="Story" now={paragraphs(now.story)} wanted={paragraphs(wanted.story)} />}
      {has('Specialties') && (
        <ComparedTexts title="Specialties" now={now.specialties} wanted={wanted.specialties} isList />
      )}
    </>
  )
}

function NewPiece({ change: { wanted, name } }: { change: OfKind<'new piece'> }) {
  const facts = factLines(wanted.facts)
  return (
    <div className="grid gap-5 border-line border-t p-4 nav:p-5">
      <Photos name={name} pictures={wanted.pictures} />
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact name="Maker’s price">{wanted.makerPrice === null ? 'Not stated' : formatRupees(wanted.makerPrice)}</Fact>
        <Fact name="Maker’s words">
          {wanted.description.length === 0 ? 'None' : wanted.description.map((line) => <Line key={line}>{line}</Line>)}
        </Fact>
        <Fact name="Category">{categoryText(wanted.category)}</Fact>
        {facts.length > 0 && <Fact name="Facts">{facts.join('; ')}</Fact>}
        <Fact name="Pieces">{wanted.stock === null ? 'Not counted' : wanted.stock}</Fact>
      </dl>
    </div>
  )
}

const Line = ({ children }: { children: string }) => (
  <span className="block">
    <Name>{children}</Name>
  </span>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
)
