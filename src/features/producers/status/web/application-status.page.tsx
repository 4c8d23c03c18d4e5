import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useParams } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { languageOfPath, pathIn } from '#shared/languages.ts'
import { inLocale } from '#web/alternates.ts'
import { apiContext } from '#web/api-context.ts'
import { SwitchLanguage } from '#web/layouts/switch-language.tsx'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { useLanguage, useWords } from '#web/words.tsx'
import { lookAtApplication } from '../../producers.contract.ts'
import { Question, Verdict, Way } from './application-status.tsx'
import { applicationStatusEn } from './application-status.words.en.ts'
import { applicationStatusHi } from './application-status.words.hi.ts'
import { ShareApplication } from './share-application.tsx'

/** The link is known to those who were given it: for no search engine, and kept nowhere. */
export { headers } from '#web/private-page.ts'

/** One page for both addresses: all pages are told the names of all others, and two would cost each first visit. */
const bothWords = { en: applicationStatusEn, hi: applicationStatusHi }

export const handle = { Switch: SwitchLanguage }

/** An unknown link, or one opened too often from one network, says in the page's language what to do. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { token = '' } = params
  try {
    const { application } = await context.get(apiContext)(lookAtApplication, { params: { token } })
    return { application, failed: undefined }
  } catch (error) {
    const status = error instanceof AppError ? error.status : 500
    if (status === 429) return data({ application: undefined, failed: 'wait' as const }, { status })
    if (status === 404 || status === 400)
      return data({ application: undefined, failed: 'missing' as const }, { status: 404 })
    throw error
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, params, location, loaderData }) => {
  const language = languageOfPath(location.pathname)
  const words = bothWords[language]
  const path = pathIn(language, `/application/${params.token ?? ''}`)
  const title = loaderData?.failed ? words[`${loaderData.failed}Title`] : words.title
  return [
    ...inLocale(pageMeta(matches, { title, description: words.description, path, noindex: true }), language),
    // Other sites never see the address with its token.
    { name: 'referrer', content: 'same-origin' },
  ]
}

/** What became of an application, for whoever has its link. */
export default function ApplicationStatusPage() {
  const { application, failed } = useLoaderData<typeof loader>()
  const { token = '' } = useParams()
  const language = useLanguage()
  const words = useWords(bothWords)
  if (!application)
    return (
      <EmptyState heading="h1" art="stall" title={words[`${failed}Title`]} text={words[failed]}>
        <ButtonLink to={pathIn(language, '/producerform')}>{words.join}</ButtonLink>
        <Question words={words} />
      </EmptyState>
    )
  return (
    <div className="wrap">
      <div className="mx-auto grid max-w-208 gap-4 pt-8 pb-section">
        <h1 className="wrap-anywhere text-4xl">
          <Name>{application.name}</Name>
        </h1>
        <Verdict application={application} words={words} />
        <Way application={application} words={words} />
        <ShareApplication path={pathIn(language, `/application/${token}`)} words={words} />
        <Question words={words} />
      </div>
    </div>
  )
}
