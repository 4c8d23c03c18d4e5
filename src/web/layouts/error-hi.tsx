import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** A page below /hi that failed, or did not load. */
export const ErrorHi = () => (
  <EmptyState
    heading="h1"
    art="pot"
    title="हमारी तरफ़ कुछ गड़बड़ हुई"
    text="यह पेज अभी नहीं खुला। इंटरनेट देख लीजिए, फिर से कोशिश कीजिए।"
  >
    <title>हमारी तरफ़ कुछ गड़बड़ हुई</title>
    <meta name="robots" content="noindex" />
    <div className="flex flex-wrap items-center justify-center gap-3">
      <Button onClick={() => window.location.reload()}>फिर से कोशिश करें</Button>
      <ButtonLink to="/" variant="quiet">
        पहले पेज पर जाएँ
      </ButtonLink>
    </div>
  </EmptyState>
)
