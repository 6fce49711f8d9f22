# Operates the app as a screen reader does: told by lines on standard input, of which each gets one line as its answer.
#   press NAME    presses what has the name
#   see TEXT      waits for the text
#   allow WORD    has polkit answer so from now on: YES or NO
# At their end it ends the app, as the system does at a log-out.
import os
import signal
import sys
import time

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib

PATIENCE_S = 60
PRESSED = ('push button', 'page tab', 'menu item')


def apps():
    desktop = Atspi.get_desktop(0)
    found = [desktop.get_child_at_index(i) for i in range(desktop.get_child_count())]
    return [app for app in found if app and app.get_name() == 'loadout']


def parts(node):
    yield node
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child:
            yield from parts(child)


def shown():
    for app in apps():
        app.clear_cache()  # which only a main loop would keep true
        try:
            yield from [(part.get_name(), part.get_role_name(), part) for part in parts(app)]
        except GLib.Error:
            pass  # a part that went while it was asked


def awaited(get):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = get()
        if found:
            return found
        time.sleep(0.2)
    raise TimeoutError('not there; shown: ' + ' | '.join(name for name, role, _ in shown() if name and role == 'static'))


def press(name):
    awaited(lambda: [part for text, role, part in shown() if text == name and role in PRESSED])[0].do_action(0)


def see(text):
    awaited(lambda: [name for name, _, _ in shown() if name == text])


def allow(answer):
    with open('/tmp/answer', 'w') as file:
        file.write(answer)


for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    try:
        {'press': press, 'see': see, 'allow': allow}[word](rest)
        print('done', flush=True)
    except Exception as error:
        print(f'{line.strip()}: {error}', flush=True)
for app in apps():
    os.kill(app.get_process_id(), signal.SIGTERM)
awaited(lambda: not apps())
