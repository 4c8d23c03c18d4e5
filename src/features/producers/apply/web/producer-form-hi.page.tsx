import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { pathIn } from '#shared/languages.ts'
import { alternates, inLocale } from '#web/alternates.ts'
import { SwitchLanguage } from '#web/layouts/switch-language.tsx'
import { pageMeta } from '#web/seo.ts'
import { applyingHi, joinHi } from './application.words.hi.ts'
import { Join, sendApplication } from './join.tsx'

const PATH = '/producerform'

export const handle = { Switch: SwitchLanguage }

export const meta: MetaFunction = ({ matches }) => [
  ...inLocale(
    pageMeta(matches, { title: joinHi.title, description: joinHi.description, path: pathIn('hi', PATH) }),
    'hi',
  ),
  ...alternates(matches, PATH),
]

export const action = (args: ActionFunctionArgs) => sendApplication(args, applyingHi)

export default function ProducerFormHiPage() {
  return <Join words={joinHi} use={applyingHi} />
}
