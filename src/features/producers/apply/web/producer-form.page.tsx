import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { alternates } from '#web/alternates.ts'
import { SwitchLanguage } from '#web/layouts/switch-language.tsx'
import { pageMeta } from '#web/seo.ts'
import { applying } from './application-form.tsx'
import { Join, sendApplication } from './join.tsx'
import { joinEn } from './join.words.en.ts'

const PATH = '/producerform'

export const handle = { Switch: SwitchLanguage }

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: joinEn.title, description: joinEn.description, path: PATH }),
  ...alternates(matches, PATH),
]

export const action = (args: ActionFunctionArgs) => sendApplication(args, applying)

export default function ProducerFormPage() {
  return <Join words={joinEn} use={applying} />
}
