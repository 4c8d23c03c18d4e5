import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRouteLoaderData,
} from 'react-router'
import { momentInWords } from '#shared/day.ts'
import { readFields } from '#shared/form-fields.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLanguage } from '#web/words.tsx'
import { isTaskOf } from '../../web/task.tsx'
import type { loader as layoutLoader } from '../../web/workshop.layout.tsx'
import { askInWorkshop, titleIn, versionIn, workshopMeta } from '../../web/workshop-page.ts'
import { changeStory, getStory, type OwnStory } from '../story.contract.ts'
import { pageOf, storyFields } from '../typed-story.ts'
import { Shown } from './shown.tsx'
import { StoryEditor } from './story-editor.tsx'
import { useStoryWords } from './use-story-words.ts'

const page = '/workshop/story'

export const handle = isTaskOf('/workshop')
export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ myPage }) => myPage),
    page,
  )

export const loader = ({ context }: LoaderFunctionArgs) => askInWorkshop(context, (api) => api(getStory))

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    if (formText(form, 'intent') === 'consent') {
      const { message } = await api(changeStory, { body: { ledgerConsent: formText(form, 'shown') === 'yes' } })
      return { message, back: page }
    }
    const { message, story } = await api(changeStory, {
      body: { ...pageOf(readFields(storyFields, form)), ...versionIn(form) },
    })
    return { message, back: page, version: story.version }
  })

export default function StoryPage() {
  const loaded = useLoaderData<typeof loader>()
  const layout = useRouteLoaderData<typeof layoutLoader>('features/workshop/web/workshop.layout')
  const say = useStoryWords()
  if (!loaded || !layout?.open) return null
  const { story } = loaded
  return (
    <>
      <div>
        <h1 className="text-3xl">{say.title}</h1>
        <p className="text-ink-soft text-sm">{say.about}</p>
      </div>
      <Change change={story.change} />
      <StoryEditor story={story} person={layout.open.person._id} />
      <Shown consent={story.consent} />
      <div className="flex flex-wrap gap-3">
        {story.path && (
          <Link to={story.path} className="link grid min-h-12 items-center">
            {say.inShop}
          </Link>
        )}
        {story.consent && (
          <ButtonLink to="/workshop/people" variant="line">
            {say.people}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** What the office said of what was sent, or since when it waits. */
function Change({ change }: Pick<OwnStory, 'change'>) {
  const say = useStoryWords()
  const language = useLanguage()
  if (!change) return null
  const { sentBack, askedAt } = change
  if (!sentBack) return <Notice tone="info">{say.waits(momentInWords(new Date(askedAt), language))}</Notice>
  return (
    <Notice tone="ask">
      <p className="font-semibold">{say.sentBack(sentBack.by)}</p>
      <p className="wrap-anywhere text-lg">
        <Name>{sentBack.message}</Name>
      </p>
    </Notice>
  )
}
