/*
 * Runs the command in its arguments in a new console, prints the console's screen to standard output, and exits with the command's code.
 * Each byte from standard input presses Ctrl+C in that console.
 *
 * It starts itself in the console (`console inside EVENT …`), because only a program inside may open its handles and press Ctrl+C.
 */
#define _WIN32_WINNT 0x0A00
#define UNICODE
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

#define ATTRIBUTE_PSEUDO_CONSOLE 0x00020016

typedef HRESULT(WINAPI *Create)(COORD, HANDLE, HANDLE, DWORD, void **);
typedef void(WINAPI *Close)(void *);

static HANDLE shown, press;

static DWORD WINAPI show(void *none) {
  char part[4096];
  DWORD got, put;
  while (ReadFile(shown, part, sizeof part, &got, NULL) && got > 0)
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), part, got, &put, NULL);
  return 0;
}

static DWORD WINAPI heed(void *none) {
  char key;
  DWORD got;
  while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), &key, 1, &got, NULL) && got > 0) SetEvent(press);
  return 0;
}

/* The command line without its first word. */
static WCHAR *rest(WCHAR *at) {
  BOOL quoted = FALSE;
  for (; *at && (quoted || *at != L' '); at++)
    if (*at == L'"') quoted = !quoted;
  while (*at == L' ') at++;
  return at;
}

static DWORD codeOf(HANDLE process) {
  DWORD code = 255;
  WaitForSingleObject(process, INFINITE);
  GetExitCodeProcess(process, &code);
  return code;
}

/* Ignores Ctrl+C, which is for the command and not for the program that waits for it. */
static BOOL WINAPI outlive(DWORD event) { return TRUE; }

static HANDLE opened(const WCHAR *name) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE;
  return CreateFileW(name, GENERIC_READ | GENERIC_WRITE, shared, &inherited, OPEN_EXISTING, 0, NULL);
}

static DWORD inside(WCHAR *line) {
  WCHAR name[64] = {0};
  wcsncpy(name, line, wcscspn(line, L" "));
  STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
  PROCESS_INFORMATION child;
  start.hStdInput = opened(L"CONIN$");
  start.hStdOutput = start.hStdError = opened(L"CONOUT$");
  SetConsoleCtrlHandler(outlive, TRUE);
  if (!CreateProcessW(NULL, rest(line), NULL, NULL, TRUE, 0, NULL, NULL, &start, &child)) return 250;
  HANDLE both[] = {child.hProcess, OpenEventW(SYNCHRONIZE, FALSE, name)};
  while (WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0 + 1) GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
  return codeOf(child.hProcess);
}

static DWORD outside(WCHAR *line) {
  static WCHAR own[32768], self[1024];
  HMODULE kernel = GetModuleHandleA("kernel32.dll");
  Create create = (Create)(void *)GetProcAddress(kernel, "CreatePseudoConsole");
  Close close = (Close)(void *)GetProcAddress(kernel, "ClosePseudoConsole");
  HANDLE in, typed, out;
  void *console;
  COORD size = {120, 40};
  if (!CreatePipe(&in, &typed, NULL, 0) || !CreatePipe(&shown, &out, NULL, 0)) return 252;
  if (!create || !close || FAILED(create(size, in, out, 0, &console))) return 253;
  CloseHandle(in);
  CloseHandle(out);
  SIZE_T length = 0;
  InitializeProcThreadAttributeList(NULL, 1, 0, &length);
  STARTUPINFOEXW start = {.StartupInfo = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES}};
  start.lpAttributeList = HeapAlloc(GetProcessHeap(), 0, length);
  InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &length);
  UpdateProcThreadAttribute(start.lpAttributeList, 0, ATTRIBUTE_PSEUDO_CONSOLE, console, sizeof console, NULL, NULL);
  WCHAR name[64];
  swprintf(name, 64, L"loadout-console-%lu", GetCurrentProcessId());
  press = CreateEventW(NULL, FALSE, FALSE, name);
  GetModuleFileNameW(NULL, self, 1024);
  swprintf(own, 32768, L"\"%ls\" inside %ls %ls", self, name, line);
  PROCESS_INFORMATION child;
  DWORD how = EXTENDED_STARTUPINFO_PRESENT;
  if (!CreateProcessW(NULL, own, NULL, NULL, FALSE, how, NULL, NULL, &start.StartupInfo, &child)) return 254;
  CreateThread(NULL, 0, heed, NULL, 0, NULL);
  HANDLE shower = CreateThread(NULL, 0, show, NULL, 0, NULL);
  DWORD code = codeOf(child.hProcess);
  close(console);
  WaitForSingleObject(shower, 5000);
  return code;
}

int main(void) {
  WCHAR *line = rest(GetCommandLineW());
  ExitProcess(wcsncmp(line, L"inside ", 7) == 0 ? inside(rest(line)) : outside(line));
}
