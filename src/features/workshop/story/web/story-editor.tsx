import { useState } from 'react'
import { useActionData } from 'react-router'
import { isFormAnswer } from '#web/forms/form-answer.ts'
import { LeftOver } from '../../web/left-over.tsx'
import type { OwnStory } from '../story.contract.ts'
import { otherThan, type TypedStory } from '../typed-story.ts'
import { StoryForm } from './story-form.tsx'
import { useStoryWords } from './use-story-words.ts'

/** The form of the own page. Where the page has become another one meanwhile, the form begins anew with that, and what was typed stands over it. */
export function StoryEditor({ story, person }: { story: OwnStory; person: string }) {
  const say = useStoryWords()
  const posted: unknown = useActionData()
  const typed = isFormAnswer(posted) && !posted.isDone ? posted.typed : {}
  /** The page that the form was made from; one that was sent before the scripts came says it again. */
  const [made, setMade] = useState({ from: Number(typed.version ?? story.version), round: 0 })
  const [left, setLeft] = useState<TypedStory>()
  /** Refused, while the new page is on its way. */
  const [refused, setRefused] = useState<TypedStory>()
  if (refused && story.version !== made.from) {
    setRefused(undefined)
    setLeft(refused)
    setMade({ from: story.version, round: made.round + 1 })
  }
  return (
    <>
      {left && (
        <LeftOver
          says={say.changedMeanwhile}
          texts={otherThan(story.page, left).map((field) =>
            field === 'coverImageUrl' || field === 'profileImageUrl'
              ? [field === 'coverImageUrl' ? say.cover : say.face, say.chooseAgain]
              : [say[field], left[field]],
          )}
        />
      )}
      <StoryForm
        key={made.round}
        {...{ story, person }}
        version={made.from}
        onSaved={(version) => {
          setMade(({ round }) => ({ from: version, round }))
          setLeft(undefined)
        }}
        onSending={() => setRefused(undefined)}
        onOvertaken={setRefused}
        onLeft={setLeft}
      />
    </>
  )
}
