import { ButtonLink } from '#web/ui/button.tsx'
import { Name } from '#web/ui/name.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import type { OwnStory } from '../story.contract.ts'
import { useStoryWords } from './use-story-words.ts'

type SentBack = NonNullable<NonNullable<OwnStory['change']>['sentBack']>

/** In Today: the page that the office has sent back, with its sentence. */
export function StorySentBack({ sentBack: { by, message } }: { sentBack: SentBack }) {
  const say = useStoryWords()
  return (
    <Card aria-labelledby="story-sent-back">
      <CardHead id="story-sent-back">{say.title}</CardHead>
      <p>{say.sentBack(by)}</p>
      <p className="wrap-anywhere border-haldi-600 border-l-4 bg-haldi-100 p-3 text-lg">
        <Name>{message}</Name>
      </p>
      <ButtonLink to="/workshop/story" variant="line" block>
        {say.change}
      </ButtonLink>
    </Card>
  )
}
