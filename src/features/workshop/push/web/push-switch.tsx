import { useEffect, useState } from 'react'
import { call, messageOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { useWords } from '#web/words.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import { allowPush, endPush, type PushState } from '../push.contract.ts'
import { answerToBrowser, askBrowser, canPush, isReached, subscribe } from './browser-push.ts'
import { pushPageEn } from './push.words.en.ts'
import { pushPageHi } from './push.words.hi.ts'

const words = { en: pushPageEn, hi: pushPageHi }

type State = 'unknown' | 'off' | 'asked' | 'refused' | 'on' | 'ending'

/** One may be told of parcels in this browser; nothing is shown where it has no push. */
export function PushSwitch({ push: { key, isOn } }: { push: PushState }) {
  const say = useWords(words)
  const [state, setState] = useState<State>('unknown')
  const [problem, setProblem] = useState<string>()

  // What the browser can do, and what the person has said to it, is known in the browser alone.
  useEffect(() => {
    if (key === null || !canPush()) return
    if (answerToBrowser() === 'denied') return setState('refused')
    isReached().then(
      (reached) => setState(isOn && reached ? 'on' : 'off'),
      () => setState('off'),
    )
  }, [key, isOn])

  if (key === null || state === 'unknown') return null

  async function allow(publicKey: string) {
    setProblem(undefined)
    setState('asked')
    const answer = await askBrowser()
    if (answer !== 'granted') {
      setProblem(answer === 'default' ? say.notAnswered : undefined)
      return setState(answer === 'denied' ? 'refused' : 'off')
    }
    const allowed = await subscribe(publicKey).catch(() => undefined)
    if (!allowed) {
      setProblem(say.failed)
      return setState('off')
    }
    await call(allowPush, { body: allowed }).then(
      () => setState('on'),
      (error) => {
        setProblem(messageOf(error))
        setState('off')
      },
    )
  }

  async function end() {
    setProblem(undefined)
    setState('ending')
    await call(endPush).then(
      () => setState('off'),
      (error) => {
        setProblem(messageOf(error))
        setState('on')
      },
    )
  }

  const isTold = state === 'on' || state === 'ending'
  return (
    <Card aria-labelledby="push">
      <CardHead id="push">{say.title}</CardHead>
      <p className="text-ink-soft text-sm">{say.text}</p>
      <div role="status" className="grid gap-3 empty:hidden">
        {isTold && <Notice tone="good">{say.isOn}</Notice>}
        {state === 'refused' && <Notice tone="ask">{say.refused}</Notice>}
      </div>
      <Refusal message={problem} />
      {(state === 'off' || state === 'asked') && (
        <Button type="button" variant="line" busy={state === 'asked'} busyLabel={say.asking} onClick={() => allow(key)}>
          {say.allow}
        </Button>
      )}
      {isTold && (
        <Button type="button" variant="quiet" busy={state === 'ending'} busyLabel={say.ending} onClick={end}>
          {say.end}
        </Button>
      )}
    </Card>
  )
}
