import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CleanRoot } from './clean-root.ts'
import { atEnd } from './temp-folder.ts'

/** What such a session needs beside the app. */
const NEEDS = 'at-spi2-core dbus gir1.2-atspi-2.0 libnss3-tools pkexec polkitd python3-gi'

/** A player who trusts one more authority. */
const PREPARED = `
apt-get install -y -qq --no-install-recommends ${NEEDS}
mkdir -p /run/dbus /run/user/1000 /home/player/.pki/nssdb
certutil -d sql:/home/player/.pki/nssdb -N --empty-password
certutil -d sql:/home/player/.pki/nssdb -A -t C,, -n test -i /authority.pem
chown -R player: /run/user/1000 /home/player/.pki
cat > /etc/polkit-1/rules.d/00-answer.rules <<'END'
polkit.addRule(function () { return polkit.Result[polkit.spawn(['cat', '/tmp/answer']).trim()] })
END
`

/** A session of that player with what a screen reader uses. In the place of the question for the password stands a rule of polkit. */
const SESSION = `
dbus-daemon --system --fork
/usr/lib/polkit-1/polkitd --no-debug >&2 &
cd /home/player
export ACCESSIBILITY_ENABLED=1 HOME=/home/player XDG_RUNTIME_DIR=/run/user/1000
setpriv --reuid=player --regid=player --init-groups -- dbus-run-session -- sh -c '
/usr/libexec/at-spi-bus-launcher --launch-immediately >&2 &
loadout --force-renderer-accessibility >&2 &
exec python3 /operate.py'
`

/** The installed app, started by an ordinary user and operated by its buttons' names. */
export async function operatedApp(system: CleanRoot, authority: string) {
  cpSync(authority, join(system.files, 'authority.pem'))
  cpSync(join(import.meta.dirname, 'operate.py'), join(system.files, 'operate.py'))
  const { code, out } = await system.run(PREPARED)
  if (code !== 0) throw new Error(out.slice(-2000))
  const session = system.begin(SESSION)
  const ended = new Promise((resolve) => session.once('close', resolve))
  let said = ''
  session.stderr.on('data', (text) => (said += String(text)))
  const answers = createInterface(session.stdout)[Symbol.asyncIterator]()
  /** Does what `operate.py` knows, one after the other. */
  const act = async (...lines: string[]) => {
    for (const line of lines) {
      session.stdin.write(`${line}\n`)
      const { value } = await answers.next()
      if (value !== 'done') throw new Error(`${value ?? 'the session ended'}\n${said.slice(-2000)}`)
    }
  }
  const quit = async () => {
    session.stdin.end()
    await ended
  }
  atEnd(quit)
  return { act, quit }
}
