import { Link, useLocation } from 'react-router'
import { englishPath, languages, ownNames, pathIn } from '#shared/languages.ts'
import { useLanguage } from '#web/words.tsx'
import type { SwitchPlace } from './language-switch.tsx'

const readShopIn = { en: 'Read this page in English', hi: 'यह पेज हिन्दी में पढ़ें' }
const label = { en: 'Language', hi: 'भाषा' }

/** For a page that stands below /hi, too: `export const handle = { Switch: SwitchLanguage }`. */
export function SwitchLanguage({ place }: SwitchPlace) {
  const language = useLanguage()
  const path = englishPath(useLocation().pathname)
  const [other = 'en'] = languages.filter((one) => one !== language)
  const to = pathIn(other, path)
  const lang = { lang: other, hrefLang: other }
  if (place === 'strip')
    return (
      <p className="absolute top-0 right-0">
        <Link to={to} {...lang} className="inline-flex min-h-11 items-center px-4 underline underline-offset-link">
          {ownNames[other]}
        </Link>
      </p>
    )
  if (place === 'footer')
    return (
      <p className="basis-full">
        <Link to={to} {...lang} className="inline-block py-1.25 text-white underline underline-offset-link touch">
          {readShopIn[other]}
        </Link>
      </p>
    )
  return (
    <p className="flex items-center justify-between gap-4 border-line border-b px-5 py-3">
      <span>{label[language]}</span>
      <span className="flex rounded-xs border border-line-strong">
        {languages.map((one) => (
          <Link
            key={one}
            to={pathIn(one, path)}
            lang={one}
            hrefLang={one}
            aria-current={one === language ? 'true' : undefined}
            className={`inline-flex min-h-11 items-center px-3.5 ${one === language ? 'bg-ink font-semibold text-white' : ''}`}
          >
            {ownNames[one]}
          </Link>
        ))}
      </span>
    </p>
  )
}
