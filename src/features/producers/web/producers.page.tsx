import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { nameLang } from '#shared/name-lang.ts'
import { apiContext } from '#web/api-context.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { listProducers } from '../producers.contract.ts'
import { producerUrl, storyExcerpt } from '../producers.rules.ts'
import { Pager } from './pager.tsx'
import { Cover, Portrait } from './producer-pictures.tsx'
import { placeOf, type ShownProducer, shownProducer } from './shown-producer.ts'
import { Specialties } from './specialties.tsx'

const PER_PAGE = 50
const EXCERPT_LENGTH = 180
/** Cards whose pictures are seen at once. */
const FIRST_ROW = 3
const SHOWN_SPECIALTIES = 3

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const page = loaderData?.page ?? 1
  return pageMeta(matches, {
    title: page > 1 ? `Producers, page ${page}` : 'Producers',
    description: 'The producers in the shop: who they are, where they are and what they make.',
    path: page > 1 ? `/producers?page=${page}` : '/producers',
  })
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('page') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(asked)) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const { producers, page, pages } = await api(listProducers, { query: { page: asked, limit: String(PER_PAGE) } })
  if (page > pages) throw data(null, { status: 404 })
  const shown = producers.map(shownProducer)
  // Cards show only the beginning.
  return { page, pages, producers: shown.map((one) => ({ ...one, story: storyExcerpt(one.story, EXCERPT_LENGTH) })) }
}

export default function ProducersPage() {
  const { producers, page, pages } = useLoaderData<typeof loader>()
  return (
    <div className="wrap pt-8 pb-section">
      <div className="mb-9 flex flex-wrap items-end justify-between gap-x-12 gap-y-5">
        <div>
          <h1 className="text-4xl">Producers</h1>
          <p className="mt-2.5 max-w-lede text-ink-soft text-lg leading-lede">
            Who they are, where they are and what they make.
          </p>
        </div>
        <ButtonLink to="/producerform" variant="line">
          Join as Producer
        </ButtonLink>
      </div>
      {producers.length === 0 ? (
        <EmptyState
          title="No producers yet"
          text="Do you make things? Join as a producer, and you are the first here."
          art="stall"
        />
      ) : (
        <ul className={`grid gap-x-6 gap-y-12 md:grid-cols-2 ${producers.length > 2 ? 'xl:grid-cols-3' : ''}`}>
          {producers.map((producer, index) => (
            <ProducerCard key={producer._id} producer={producer} lazy={index >= FIRST_ROW} />
          ))}
        </ul>
      )}
      <Pager path="/producers" page={page} pages={pages} />
    </div>
  )
}

/** One link over the whole card. */
function ProducerCard({ producer, lazy }: { producer: ShownProducer; lazy: boolean }) {
  const { _id, name, specialties, story } = producer
  return (
    <li className="group relative grid min-w-0 content-start gap-4">
      <Cover
        producer={producer}
        lazy={lazy}
        sizes="(min-width: 1280px) 31vw, (min-width: 768px) 46vw, 94vw"
        className="aspect-3/2"
      />
      <div className="flex items-center gap-4">
        <Portrait producer={producer} lazy={lazy} className="size-16 flex-none rounded-full" />
        <div className="min-w-0">
          <h2 lang={nameLang(name)} className="wrap-anywhere text-tile-wide">
            <Link
              to={producerUrl(_id)}
              prefetch="intent"
              className="decoration-1 underline-offset-4 after:absolute after:inset-0 pointer-fine:group-hover:underline"
            >
              {name}
            </Link>
          </h2>
          <p className="wrap-anywhere mt-0.5 text-ink-soft text-sm">
            <span>{placeOf(producer)}</span> <DemoMark of={{ demo: producer.isDemo || undefined }} />
          </p>
        </div>
      </div>
      <Specialties list={specialties.slice(0, SHOWN_SPECIALTIES)} />
      <p className="wrap-anywhere text-ink-soft">{story}</p>
    </li>
  )
}
