#!/usr/bin/env python3
"""Damages mods at random, has the command line repair them from a server with faults, kills it at random, and undoes all of it.

What is right is decided here, from the bytes alone, by Python: nothing is taken from the program under test.

    fuzz.py TREES SEED PROGRAM...      PROGRAM: how the built programs are started, `{}` in place of the program's name

Prints a line a tree and ends with a line of JSON. Exit: 0 everything held, 1 something did not.
"""

import hashlib
import http.server
import json
import os
import random
import shutil
import socketserver
import stat
import subprocess
import sys
import tempfile
import threading
import urllib.parse

MOD = "@Nordwind"


def md5(data):
    return hashlib.md5(data).hexdigest()


# --- the tree ---------------------------------------------------------------------------------------------------------

# by wine: it finds files in any case, and has no pipes and links of Linux
WINDOWS = os.name == "nt" or "wine" in sys.argv


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def snapshot(root, skip=()):
    """Every entry below a folder: its bytes, where it leads, or what it is."""
    found = {}
    for folder, names, files in os.walk(root):
        below = os.path.relpath(folder, root).replace(os.sep, "/")
        below = "" if below == "." else below + "/"
        names[:] = [name for name in names if below + name not in skip]
        for name in names + files:
            path = os.path.join(folder, name)
            mode = os.lstat(path).st_mode
            if stat.S_ISLNK(mode):
                found[below + name] = ("link", os.readlink(path))
            elif stat.S_ISDIR(mode):
                found[below + name] = ("folder", None)
            elif stat.S_ISREG(mode):
                found[below + name] = ("file", read(path))
            else:
                found[below + name] = ("other", None)
    return found


def contents(tree):
    return {value for kind, value in tree.values() if kind == "file"}


def make_list(rng):
    """The true files of a mod."""
    files = {}
    for n in range(rng.randint(3, 14)):
        folder = rng.choice(["", "addons/", "addons/deep/er/", "keys/", "Ümläute und Blanks/"])
        size = rng.choice([0, 1, 55, 56, 63, 64, 65, rng.randint(2, 3000), rng.randint(2, 3000), rng.randint(66_000, 90_000)])
        files[f"{MOD}/{folder}file {n}.pbo"] = rng.randbytes(size)
    return files


def under_file(folder):
    """Whether a file stands where this folder or one above it must be."""
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    return not os.path.isdir(folder)


def damage(rng, files, game):
    """Lays the mod out on disk, each file in a state of its own. Returns the paths that nothing can put right, and what was done to each."""
    hopeless, made = set(), {}
    for path, data in files.items():
        place = os.path.join(game, path)
        kind = rng.choice(
            ["right"] * 4
            + ["missing", "rotten", "short", "long", "case", "folder", "full-folder", "under-file", "read-only", "hard-link"]
            + (["link-inside", "link-outside", "pipe", "dangling"] if not WINDOWS else [])
        )
        if os.path.lexists(place) or under_file(os.path.dirname(place)):
            continue
        made[path] = kind
        rotten = rng.randbytes(len(data))
        if kind == "missing":
            continue
        if kind == "right":
            write(place, data)
        elif kind == "rotten":
            write(place, rotten)
        elif kind == "short":
            write(place, data[: len(data) // 2])
        elif kind == "long":
            write(place, data + b"more")
        elif kind == "case":
            write(os.path.join(os.path.dirname(place), os.path.basename(place).upper()), rng.choice([data, rotten]))
        elif kind == "folder":
            os.makedirs(place, exist_ok=True)
        elif kind == "full-folder":
            write(os.path.join(place, "mine.txt"), rng.randbytes(20))
            hopeless.add(path)
        elif kind == "under-file":
            parent = os.path.dirname(place)
            if parent != os.path.join(game, MOD) and not os.path.lexists(parent):
                write(parent, rng.randbytes(30))
        elif kind == "read-only":
            write(place, rotten)
            os.chmod(place, 0o444)
        elif kind == "hard-link":
            twin = os.path.join(game, "@Other", f"twin {rng.random()}")
            write(twin, rotten)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.link(twin, place)
        elif kind == "link-inside":
            real = os.path.join(game, MOD, f"real {rng.random()}")
            write(real, rng.choice([data, rotten]))
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.symlink(os.path.relpath(real, os.path.dirname(place)), place)
        elif kind == "link-outside":
            real = os.path.join(game, "@Other", f"real {rng.random()}")
            write(real, rng.choice([data, rotten]))
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.symlink(real, place)
            hopeless.add(path)
        elif kind == "pipe":
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.mkfifo(place)
            hopeless.add(path)
        elif kind == "dangling":
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.symlink("nowhere", place)
    for n in range(rng.randint(0, 3)):
        write(os.path.join(game, MOD, rng.choice(["", "mine/"]), f"extra {n}.txt"), rng.randbytes(40))
    write(os.path.join(game, "Game.exe"), b"the game")
    write(os.path.join(game, "@Other", "other.pbo"), rng.randbytes(100))
    return hopeless, made


def is_right(game, path, data):
    """Whether a listed file stands there as listed: spelled so, a file or a link to one inside the mod, with the right bytes."""
    place = game
    for part in path.split("/"):
        names = os.listdir(place) if os.path.isdir(place) else []
        if WINDOWS:  # spelled in any case
            part = next((name for name in names if name.lower() == part.lower()), part)
        if part not in names:
            return False
        place = os.path.join(place, part)
    real = os.path.realpath(place)
    root = os.path.realpath(os.path.join(game, MOD))
    return os.path.isfile(real) and real.startswith(root + os.sep) and md5(read(real)) == md5(data)


# --- the server -------------------------------------------------------------------------------------------------------


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # a client that was killed


def serve(files, fault_of, asked_for):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path).lstrip("/")
            asked_for.add(path)
            data = files.get(path)
            if data is None:
                return self.send_error(404)
            fault = fault_of()
            if fault in (429, 500, 503):
                self.send_response(fault)
                self.send_header("Retry-After", "0")
                self.send_header("Content-Length", "0")
                return self.end_headers()
            start, asked = 0, self.headers.get("Range")
            if asked and fault != "no-ranges":
                start = int(asked.removeprefix("bytes=").split("-")[0])
            if start > len(data) or (start and start == len(data)):
                return self.send_error(416)
            body = data[start:]
            if fault == "wrong":
                body = bytes(255 - b for b in body)
            self.send_response(206 if start else 200)
            self.send_header("Accept-Ranges", "bytes")
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
            if fault == "no-length":
                self.send_header("Connection", "close")
            else:
                self.send_header("Content-Length", str(len(body)))
            if fault == "close":
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if fault == "reset" else body)
            if fault in ("reset", "close", "no-length"):
                self.close_connection = True

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


FAULTS = [429, 500, 503, "no-ranges", "wrong", "no-length", "close", "reset"]


# --- one tree ---------------------------------------------------------------------------------------------------------


class Broken(Exception):
    pass


def must(holds, what):
    if not holds:
        raise Broken(what)


def run(words, env, kill_after=None):
    """Runs a program; kills it after a while, unless it has ended before."""
    # into files: Node for Windows cannot write to a pipe of Linux
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        try:
            process.wait(timeout=kill_after)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None, "", ""
        out.seek(0)
        err.seek(0)
        return process.returncode, out.read().decode(), err.read().decode()


def one_tree(rng, program, folder):
    game, cache = os.path.join(folder, "game"), os.path.join(folder, "cache")
    files = make_list(rng)
    os.makedirs(os.path.join(game, MOD))
    os.makedirs(cache)
    hopeless, made = damage(rng, files, game)
    rows = [{"RelativPath": p.replace("/", "\\"), "Hash": md5(d).upper(), "Size": len(d)} for p, d in files.items()]
    write(os.path.join(folder, "list.json"), json.dumps(rows).encode())
    before = snapshot(game)
    trouble, asked_for = {"share": 0.0}, set()
    server = serve(files, lambda: rng.choice(FAULTS) if rng.random() < trouble["share"] else None, asked_for)
    env = {**os.environ, "LOADOUT_CACHE_DIR": cache, "HOME": folder, "XDG_DATA_HOME": ""}
    source = f"http://127.0.0.1:{server.server_address[1]}/"
    words = ["--list", os.path.join(folder, "list.json"), "--game-dir", game, "--mod-folder", MOD]
    repair = [*program("cli"), "repair", *words, "--source", source, "--yes", "--json", "--game-closed"]
    if rng.random() < 0.5:
        repair.append("--set-aside-extras")
    kills = 0

    def nothing_lost(why):
        now = snapshot(game)
        for path, (kind, value) in before.items():
            if kind == "file":
                must(value in contents(now), f"{why}: the bytes of {path} are nowhere any more")
            if not path.startswith(MOD + "/"):
                must(now.get(path) == (kind, value), f"{why}: {path} outside the mod was changed")
        for path, (kind, value) in now.items():
            if "/.loadout" not in "/" + path and path not in before and kind == "file" and not path.endswith("-part"):
                right = {p.lower(): d for p, d in files.items()}
                must(right.get(path.lower()) == value, f"{why}: {path} holds what no list names")

    def told_truly(code, out, err, why):
        right = {path for path, data in files.items() if is_right(game, path, data)}
        must(code in (0, 1), f"{why}: exit {code}\n{out}\n{err}")
        told = json.loads(out)
        ready = right == set(files)
        must((told["result"] == "ready") == ready, f"{why}: says {told['result']}; not right: {sorted(set(files) - right)}\n{out}")
        must((code == 0) == ready, f"{why}: exit {code}, but ready is {ready}")
        kept = snapshot(os.path.join(game, ".loadout", told["session"], "kept")) if "session" in told else {}
        count = told.get("outcome", {}).get("setAside", 0)
        kept_files = sum(kind != "folder" for kind, _ in kept.values())
        kept_folders = sum(not any(p.startswith(path + "/") for p in kept) for path, (kind, _) in kept.items() if kind == "folder")
        must(kept_files <= count <= kept_files + kept_folders, f"{why}: tells of {count} former files, kept are {sorted(kept)}")
        wrong = {p["path"] for p in told["problems"] if p["result"] != "extra"}
        must(wrong == set(files) - right, f"{why}: tells of {sorted(wrong)}, wrong are {sorted(set(files) - right)}")
        return right

    try:
        trouble["share"] = rng.choice([0.0, 0.1, 0.4])
        for _ in range(rng.randint(0, 3)):
            code, out, err = run(repair, env, kill_after=rng.uniform(0.2, 1.2))
            nothing_lost(f"after a kill" if code is None else "after a repair")
            if code is None:
                kills += 1
            else:
                told_truly(code, out, err, "a repair with faults")
        trouble["share"] = 0.0
        code, out, err = run(repair, env)
        right = told_truly(code, out, err, "the repair")
        nothing_lost("after the repair")
        left = sorted(set(files) - right - hopeless)
        must(not left, f"not repaired: {[(path, made.get(path)) for path in left]}\n{out}{err}")
        parts = [path for path in snapshot(game) if path.endswith("-part")]
        must(not parts, f"left behind: {parts}\n{made}\n{out}{err}")
        # a full folder is an empty one once what is in it was set aside
        never = {"pipe", "link-outside", *(() if "--set-aside-extras" in repair else ("full-folder",))}
        vain = [path for path in asked_for if made.get(path) in never]
        must(not vain, f"fetched for nothing: {vain}")
        store = os.path.join(game, ".loadout")
        sessions = sorted(os.listdir(store), reverse=rng.random() < 0.5) if os.path.isdir(store) else []
        sessions = [name for name in sessions if os.path.isdir(os.path.join(store, name))]
        # what a later repair laid into a folder keeps an earlier one's undo from it, which says so: it is undone again after
        for attempt in range(2):
            stuck = []
            for session in sessions:
                code, out, err = run([*program("undo-child"), game, session], env)
                must(code == 0, f"undo of {session}: exit {code}\n{out}\n{err}")
                nothing_lost(f"after the undo of {session}")
                if json.loads(out)["left"]:
                    stuck.append((session, out))
            must(not stuck or not attempt, f"undone, and still in the way: {stuck}")
            if not stuck:
                break
            sessions = [session for session, _ in stuck]
        after = snapshot(game, skip=(".loadout",))
        changed = sorted(p for p in {*after, *before} if after.get(p) != before.get(p))
        must(not changed, f"undone, and not as before: {[(p, (before.get(p) or '?')[0], (after.get(p) or '?')[0]) for p in changed]}")
        return len(files), kills
    finally:
        server.shutdown()
        server.server_close()


def main():
    trees, seed, *command = int(sys.argv[1]), sys.argv[2], *sys.argv[3:]
    program = lambda name: [word.replace("{}", name) for word in command]
    failed, kills, files = [], 0, 0
    for at in range(trees):
        rng = random.Random(f"{seed}/{at}")
        folder = tempfile.mkdtemp(prefix="loadout-fuzz-")
        try:
            more, killed = one_tree(rng, program, folder)
            files, kills = files + more, kills + killed
            print(f"tree {seed}/{at}: {more} files, {killed} kills", flush=True)
        except Broken as broken:
            failed.append(f"{seed}/{at}: {broken}")
            print(f"tree {seed}/{at}: {broken}", flush=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps({"trees": trees, "files": files, "kills": kills, "failed": failed}))
    return 1 if failed else 0


sys.exit(main())
