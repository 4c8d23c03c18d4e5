import { type RefObject, useEffect, useRef, useState } from 'react'
import { langOf } from '#shared/languages.ts'
import { useLanguage } from '#web/words.tsx'
import { IconBox } from './icon.tsx'
import { isVoiceOf, textOfBlock } from './speaker.rules.ts'

/** What reads now is told to stop when another one begins. */
const STOP = 'haat-speaker'

interface SpeakerProps {
  /** The card that is read out: its heading, sentences and figures, without controls. */
  of: RefObject<HTMLElement | null>
  /** "Listen", in the page's language. */
  label: string
}

/** Reads a card aloud in the page's language; a second press, or another speaker, stops it. Left out where the browser has no voice of the language. */
export function Speaker({ of, label }: SpeakerProps) {
  const lang = langOf[useLanguage()]
  const hasVoice = useVoice(lang)
  const [isReading, setReading] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const reading = useRef(false)
  function show(isOn: boolean) {
    reading.current = isOn
    setReading(isOn)
  }
  // Another speaker that begins, and leaving the page, are outside React.
  useEffect(() => {
    function stop({ target }: Event) {
      if (target === button.current) return
      reading.current = false
      setReading(false)
    }
    document.addEventListener(STOP, stop)
    return () => {
      document.removeEventListener(STOP, stop)
      if (reading.current) window.speechSynthesis.cancel()
    }
  }, [])

  function press() {
    button.current?.dispatchEvent(new Event(STOP, { bubbles: true }))
    window.speechSynthesis.cancel()
    if (isReading) return show(false)
    const said = new SpeechSynthesisUtterance(textOfBlock(of.current))
    said.lang = lang
    said.onend = () => show(false)
    said.onerror = () => show(false)
    show(true)
    window.speechSynthesis.speak(said)
  }
  if (!hasVoice) return null
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-pressed={isReading}
      onClick={press}
      className={`inline-grid size-12 flex-none place-items-center rounded-xs ${isReading ? 'bg-neel-700 text-white' : 'bg-neel-100 text-neel-700 hover:bg-neel-200'}`}
    >
      <IconBox>
        <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />
      </IconBox>
    </button>
  )
}

/** Browsers may know their voices only a little later. */
function useVoice(lang: string) {
  const [hasVoice, setVoice] = useState(false)
  useEffect(() => {
    const voices: SpeechSynthesis | undefined = window.speechSynthesis
    const look = () => setVoice(voices?.getVoices().some((voice) => isVoiceOf(voice.lang, lang)) ?? false)
    look()
    voices?.addEventListener?.('voiceschanged', look)
    return () => voices?.removeEventListener?.('voiceschanged', look)
  }, [lang])
  return hasVoice
}
