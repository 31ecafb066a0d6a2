import { useState } from 'preact/hooks';

import { Problem } from '../api';
import { signIn } from '../session';
import type { Identity } from '../types';

/** The token goes to the daemon once, and is kept nowhere. */
export function SignIn({ done }: { done: (identity: Identity) => void }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    setBusy(true);
    try {
      done(await signIn(String(new FormData(form).get('token')).trim()));
    } catch (error) {
      setProblem(error instanceof Problem ? (error.status === 401 ? 'That token is not known.' : error.detail) : String(error));
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1>baton</h1>
        <label>
          <span>Token</span>
          <input name="token" type="password" autocomplete="current-password" required autoFocus />
        </label>
        {problem && <p class="late" role="alert">{problem}</p>}
        <button type="submit" class="chief" disabled={busy}>Sign in</button>
        <p class="quiet">
          The token of this machine is in the file that the daemon named at its start: <code>cat baton.token</code>
        </p>
      </form>
    </main>
  );
}
