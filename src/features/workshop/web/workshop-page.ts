import type { LoaderFunctionArgs, MetaDescriptor } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { isLanguage, type Language, type SameWords } from '#shared/languages.ts'
import { LANGUAGE_HEADER } from '#shared/locales.ts'
import { permissionsPolicy } from '#shared/permissions-policy.ts'
import { apiContext, visitContext } from '#web/api-context.ts'
import { isEnded } from '#web/forms/form-answer.ts'
import { formText } from '#web/forms/form-text.ts'
import { notFoundPage } from '#web/not-found-page.ts'
import { headers } from '#web/private-page.ts'
import { pageMeta } from '#web/seo.ts'
import { pagesEn } from './pages.words.en.ts'
import { pagesHi } from './pages.words.hi.ts'

type Context = LoaderFunctionArgs['context']

/** Null for everybody but a producer's people: the layout shows the door then. Something missing makes the page "not found". */
export async function askInWorkshop<T>(context: Context, ask: (api: Api) => Promise<T>): Promise<T | null> {
  if (!context.get(visitContext).sessions.includes('producer')) return null
  try {
    return await ask(context.get(apiContext))
  } catch (error) {
    if (error instanceof AppError && isEnded(error)) return null
    throw notFoundPage(error)
  }
}

/** Before anybody is known, the address says it; most read Hindi. */
export function languageAsked(url: URL): Language {
  const asked = url.searchParams.get('language')
  return isLanguage(asked) ? asked : 'hi'
}

/** The language of a form, which says in which its page was; a form without is answered in Hindi. */
export function languageIn(form: FormData): Language {
  const language = formText(form, 'language')
  return isLanguage(language) ? language : 'hi'
}

/** The version that a form was made from, which may be 0; none where it names none. */
export function versionIn(form: FormData) {
  const version = formText(form, 'version')
  return /^\d{1,10}$/.test(version) ? { version: Number(version) } : {}
}

/** For calls of a page that anybody can open: the answer is worded in the language of its form. */
export const wordedAs = (form: FormData) => ({ headers: { [LANGUAGE_HEADER]: languageIn(form) } })

/** A page's title in the language that its layout has. */
export function titleIn(matches: readonly unknown[], title: (words: SameWords<typeof pagesEn>) => string) {
  const isEnglish = matches.some(
    (match) => typeof match === 'object' && match && 'loaderData' in match && isInEnglish(match.loaderData),
  )
  return title(isEnglish ? pagesEn : pagesHi)
}

const isInEnglish = (data: unknown) =>
  typeof data === 'object' && data !== null && 'language' in data && data.language === 'en'

export const workshopMeta = (matches: Parameters<typeof pageMeta>[0], title: string, path: string): MetaDescriptor[] =>
  pageMeta(matches, { title, path, noindex: true })

/** Personal pages; one of them reads bar codes with the camera, and all are walked between without another document. */
export const workshopHeaders = () => ({ ...headers(), 'permissions-policy': permissionsPolicy('camera') })
