/*
 * A disk that fails, for preloading (LD_PRELOAD). Calls that change files below a folder are counted over all
 * processes; the plan has some of them fail or come late. Each is written to a journal before it is made, from
 * which disk.ts works out what a disk may hold after a loss of power.
 *
 * Beside the library is the file `<library>.settings`, as the programs that are started do not hand down what they do
 * not know: a line each for the folder, without links in its path; for the journal, a file that is there; and the plan,
 * words `kind:number`:
 *   eio, enospc, short   the n-th write fails, or takes half of what it was given
 *   full                 from the n-th write on every one fails for want of space, for forty writes
 *   sync                 the n-th fsync fails, and the system forgets what it had to write
 *   slow                 the n-th fsync takes 30 ms
 *   drop                 from the n-th fsync on, each succeeds and writes nothing
 *   cut                  the n-th call of any kind kills the process group in its place, and stops every other
 *                        process at its next call: the power is gone. The second word of `<journal>.shared` says so
 *
 * A record: kind (1 byte), inode (8), a (8), b (8), then `b` bytes where the kind has any. Kinds: W write (a: offset,
 * bytes), T truncate (a: size), B sync begins, S sync of a file done, P of a folder
 * (path), F sync failed (a of these three: place of B in the journal),
 * O file made (path), M folder made (path), U file removed (path), D folder removed (path), R renamed (path, zero,
 * path), L linked (path, zero, path), X power cut.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FDS 65536
#define MOST_STEPS 64
#define FULL_WRITES 40

struct step { char kind[8]; long number; };
/* Shared by all processes. */
struct shared { atomic_int lock; atomic_int is_cut; long calls, writes, syncs; };

static char root[PATH_MAX];
static size_t root_length;
static int journal = -1;
static struct shared *shared;
static struct step plan[MOST_STEPS];
static int steps;
/* Inode of the file below the root that a descriptor has open; 0: none of ours. */
static uint64_t ours[MOST_FDS];

#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))

__attribute__((constructor)) static void begin(void) {
  Dl_info own;
  if (dladdr((void *)begin, &own) == 0) return;
  char place[PATH_MAX], text[3 * PATH_MAX];
  snprintf(place, sizeof place, "%s.settings", own.dli_fname);
  int settings = (int)syscall(SYS_openat, AT_FDCWD, place, O_RDONLY | O_CLOEXEC, 0);
  if (settings < 0) return;
  ssize_t length = (ssize_t)syscall(SYS_read, settings, text, sizeof text - 1);
  syscall(SYS_close, settings);
  text[length < 0 ? 0 : length] = 0;
  char *rest = text, *folder = strsep(&rest, "\n"), *file = strsep(&rest, "\n"), *words = strsep(&rest, "\n");
  if (words == NULL) abort();
  root_length = (size_t)snprintf(root, sizeof root, "%s", folder);
  int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_APPEND | O_CLOEXEC, 0);
  char counters[PATH_MAX];
  snprintf(counters, sizeof counters, "%s.shared", file);
  int memory = (int)syscall(SYS_openat, AT_FDCWD, counters, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0 || memory < 0) abort();
  if (syscall(SYS_ftruncate, memory, sizeof *shared) != 0) abort();
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (shared == MAP_FAILED) abort();
  syscall(SYS_close, memory);
  /* Out of the way of the program's own descriptors. */
  journal = (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 1000);
  if (journal < 0) journal = fd; else syscall(SYS_close, fd);
  for (const char *at = words; at != NULL && *at != 0 && steps < MOST_STEPS; steps += 1) {
    int used = 0;
    if (sscanf(at, " %7[a-z]:%ld%n", plan[steps].kind, &plan[steps].number, &used) != 2) break;
    at += used;
  }
}

/* Signals wait meanwhile: who ends by one must not keep the lock, nor write in its handler. */
static __thread sigset_t before;
static void take(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int free_ = 0;
  while (!atomic_compare_exchange_weak(&shared->lock, &free_, 1)) { free_ = 0; usleep(20); }
  /* Nothing is done any more, and so nothing acknowledged, once the power is gone. */
  if (atomic_load(&shared->is_cut)) for (;;) pause();
}
static void give(void) {
  atomic_store(&shared->lock, 0);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static int planned(const char *kind, long number) {
  for (int at = 0; at < steps; at += 1)
    if (plan[at].number == number && strcmp(plan[at].kind, kind) == 0) return 1;
  return 0;
}
static int is_full(long number) {
  for (int at = 0; at < steps; at += 1)
    if (strcmp(plan[at].kind, "full") == 0 && number >= plan[at].number && number < plan[at].number + FULL_WRITES) return 1;
  return 0;
}

static int is_dropped(long number) {
  for (int at = 0; at < steps; at += 1)
    if (strcmp(plan[at].kind, "drop") == 0 && number >= plan[at].number) return 1;
  return 0;
}

static void put(char kind, uint64_t inode, uint64_t a, uint64_t b, const struct iovec *more, int count) {
  char head[25];
  head[0] = kind;
  memcpy(head + 1, &inode, 8);
  memcpy(head + 9, &a, 8);
  memcpy(head + 17, &b, 8);
  struct iovec parts[IOV_MAX + 1];
  parts[0] = (struct iovec){head, sizeof head};
  for (int at = 0; at < count; at += 1) parts[at + 1] = more[at];
  syscall(SYS_writev, journal, parts, count + 1);
}

/* With the lock: counts a call; the power may go in its place. */
static void call(void) {
  shared->calls += 1;
  if (!planned("cut", shared->calls)) return;
  put('X', 0, (uint64_t)shared->calls, 0, NULL, 0);
  atomic_store(&shared->is_cut, 1);
  give();
  syscall(SYS_kill, 0, SIGKILL);
  for (;;) pause();
}

/* What the C library closes by itself (fclose) is not seen: the number may be another file's by now. */
static uint64_t inode_of(int fd) {
  if (journal < 0 || fd < 0 || fd >= MOST_FDS || ours[fd] == 0) return 0;
  struct stat st;
  if (fstat(fd, &st) != 0 || st.st_ino != ours[fd]) ours[fd] = 0;
  return ours[fd];
}

/* Whether a path is the root or below it; `full` gets it without double slashes and dots. */
static int below(int folder, const char *path, char *full) {
  if (journal < 0 || path == NULL) return 0;
  char whole[2 * PATH_MAX];
  if (path[0] == '/') snprintf(whole, sizeof whole, "%s", path);
  else {
    char link[64], base[PATH_MAX];
    if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = 0;
    snprintf(whole, sizeof whole, "%s/%s", base, path);
  }
  char *to = full;
  for (const char *from = whole; *from != 0 && to - full < PATH_MAX - 1;) {
    if (from[0] == '/' && (from[1] == '/' || from[1] == 0)) from += 1;
    else if (from[0] == '/' && from[1] == '.' && (from[2] == '/' || from[2] == 0)) from += 2;
    else *to++ = *from++;
  }
  *to = 0;
  return strncmp(full, root, root_length) == 0 && (full[root_length] == '/' || full[root_length] == 0);
}

static void put_path(char kind, uint64_t inode, const char *path) {
  struct iovec part = {(void *)path, strlen(path)};
  put(kind, inode, 0, part.iov_len, &part, 1);
}
static void put_paths(char kind, const char *from, const char *to) {
  struct iovec parts[2] = {{(void *)from, strlen(from) + 1}, {(void *)to, strlen(to)}};
  put(kind, 0, 0, parts[0].iov_len + parts[1].iov_len, parts, 2);
}

static int open_ours(int folder, const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  if (!below(folder, path, full) || (flags & O_PATH)) {
    int fd = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (fd >= 0 && fd < MOST_FDS) ours[fd] = 0;
    return fd;
  }
  take();
  struct stat st;
  int existed = fstatat(AT_FDCWD, full, &st, 0) == 0;
  int changes = (flags & O_CREAT && !existed) || (flags & O_TRUNC && existed && st.st_size > 0);
  if (changes) call();
  int fd = (int)syscall(SYS_openat, folder, path, flags, mode);
  int error = errno;
  if (fd >= 0 && fd < MOST_FDS) {
    ours[fd] = 0;
    if (fstat(fd, &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))) {
      ours[fd] = st.st_ino;
      if (!existed) put_path('O', st.st_ino, full);
      else if (changes) put('T', st.st_ino, 0, 0, NULL, 0);
    }
  }
  give();
  errno = error;
  return fd;
}

#define WITH_MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { WITH_MODE(flags) return open_ours(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { WITH_MODE(flags) return open_ours(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int folder, const char *path, int flags, ...) { WITH_MODE(flags) return open_ours(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { WITH_MODE(flags) return open_ours(folder, path, flags | O_LARGEFILE, mode); }
int creat(const char *path, mode_t mode) { return open_ours(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

/* The C library writes to its streams by itself: what is in the file is put down when the stream is closed. */
FILE *fopen(const char *path, const char *mode) {
  FILE *(*real)(const char *, const char *) = REAL(FILE *(*)(const char *, const char *), "fopen64");
  char full[PATH_MAX];
  if (strpbrk(mode, "wa+") == NULL || !below(AT_FDCWD, path, full)) return real(path, mode);
  int flags = O_CLOEXEC | (strchr(mode, '+') ? O_RDWR : O_WRONLY) | (mode[0] == 'r' ? 0 : O_CREAT) | (mode[0] == 'w' ? O_TRUNC : mode[0] == 'a' ? O_APPEND : 0);
  int fd = open_ours(AT_FDCWD, path, flags, 0666);
  if (fd < 0) return NULL;
  return fdopen(fd, mode);
}
FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }
int fclose(FILE *stream) {
  int (*real)(FILE *) = REAL(int (*)(FILE *), "fclose");
  int fd = fileno(stream);
  uint64_t inode = inode_of(fd);
  if (inode == 0) return real(stream);
  fflush(stream);
  char link[64], *bytes = NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  struct stat st;
  int in = (int)syscall(SYS_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC, 0);
  ssize_t length = in >= 0 && fstat(in, &st) == 0 && (bytes = malloc((size_t)st.st_size + 1)) != NULL
    ? (ssize_t)syscall(SYS_pread64, in, bytes, (size_t)st.st_size, 0L) : -1;
  if (in >= 0) syscall(SYS_close, in);
  if (length >= 0) {
    take();
    call();
    struct iovec part = {bytes, (size_t)length};
    put('T', inode, 0, 0, NULL, 0);
    put('W', inode, 0, (uint64_t)length, &part, 1);
    give();
  }
  free(bytes);
  ours[fd] = 0;
  return real(stream);
}

int close(int fd) {
  if (journal >= 0 && fd == journal) return 0;
  if (fd >= 0 && fd < MOST_FDS) ours[fd] = 0;
  return (int)syscall(SYS_close, fd);
}

/* `offset` -1: where the descriptor stands, or at the end for one that appends. */
static ssize_t write_ours(int fd, uint64_t inode, const struct iovec *parts, int count, off_t offset) {
  size_t length = 0;
  for (int at = 0; at < count; at += 1) length += parts[at].iov_len;
  take();
  call();
  shared->writes += 1;
  long number = shared->writes;
  int error = planned("eio", number) ? EIO : planned("enospc", number) || is_full(number) ? ENOSPC : 0;
  if (error != 0) { give(); errno = error; return -1; }
  struct iovec less = {parts[0].iov_base, parts[0].iov_len};
  if (planned("short", number) && length > 1) {
    less.iov_len = parts[0].iov_len > 1 ? parts[0].iov_len / 2 : parts[0].iov_len;
    parts = &less;
    count = 1;
    length = less.iov_len;
  }
  off_t place = offset;
  if (place < 0) {
    struct stat st;
    int appends = (int)syscall(SYS_fcntl, fd, F_GETFL) & O_APPEND;
    place = appends && fstat(fd, &st) == 0 ? st.st_size : (off_t)syscall(SYS_lseek, fd, 0, SEEK_CUR);
  }
  if (count > IOV_MAX - 1) { give(); errno = EINVAL; return -1; }
  put('W', inode, (uint64_t)place, length, parts, count);
  ssize_t done = offset < 0 ? syscall(SYS_writev, fd, parts, count) : syscall(SYS_pwritev, fd, parts, count, (long)offset, 0L);
  error = errno;
  give();
  errno = error;
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  uint64_t inode = inode_of(fd);
  struct iovec part = {(void *)bytes, length};
  return inode == 0 ? syscall(SYS_write, fd, bytes, length) : write_ours(fd, inode, &part, 1, -1);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  uint64_t inode = inode_of(fd);
  struct iovec part = {(void *)bytes, length};
  return inode == 0 ? syscall(SYS_pwrite64, fd, bytes, length, offset) : write_ours(fd, inode, &part, 1, offset);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }
ssize_t writev(int fd, const struct iovec *parts, int count) {
  uint64_t inode = inode_of(fd);
  return inode == 0 ? syscall(SYS_writev, fd, parts, count) : write_ours(fd, inode, parts, count, -1);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  uint64_t inode = inode_of(fd);
  return inode == 0 ? syscall(SYS_pwritev, fd, parts, count, offset, 0L) : write_ours(fd, inode, parts, count, offset);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev64(fd, parts, count, offset); }

/* In pieces through `write`: what the kernel copies by itself is not seen. */
ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) {
  if (inode_of(to) == 0) return syscall(SYS_sendfile, to, from, offset, length);
  char piece[65536];
  size_t wanted = length < sizeof piece ? length : sizeof piece;
  ssize_t got = offset == NULL ? read(from, piece, wanted) : pread64(from, piece, wanted, *offset);
  if (got <= 0) return got;
  ssize_t done = write(to, piece, (size_t)got);
  if (done > 0 && offset != NULL) *offset += done;
  return done;
}
ssize_t sendfile(int to, int from, off_t *offset, size_t length) { return sendfile64(to, from, offset, length); }
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
  if (inode_of(to) == 0) return syscall(SYS_copy_file_range, from, from_at, to, to_at, length, flags);
  errno = EOPNOTSUPP;
  return -1;
}
/* libuv makes some calls this way. */
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  static long (*next)(long, ...);
  if (next == NULL) next = REAL(long (*)(long, ...), "syscall");
  if (number == SYS_copy_file_range && inode_of((int)c) != 0) { errno = ENOSYS; return -1; }
  if (number == SYS_io_uring_setup) { errno = ENOSYS; return -1; }
  return next(number, a, b, c, d, e, f);
}
int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  /* FICLONE. */
  if (request == 0x40049409 && inode_of(fd) != 0) { errno = EOPNOTSUPP; return -1; }
  return (int)syscall(SYS_ioctl, fd, request, argument);
}

static int sync_ours(int fd, uint64_t inode) {
  take();
  call();
  shared->syncs += 1;
  long number = shared->syncs;
  off_t place = (off_t)syscall(SYS_lseek, journal, 0, SEEK_END);
  put('B', inode, 0, 0, NULL, 0);
  give();
  if (planned("slow", number)) usleep(30000);
  if (is_dropped(number)) return 0;
  int failed = planned("sync", number);
  /* The journal is the disk: nothing need wait for the one beneath. */
  struct stat st;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = !failed && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode) ? readlink(link, path, sizeof path) : -1;
  struct iovec part = {path, length < 0 ? 0 : (size_t)length};
  take();
  put(failed ? 'F' : length < 0 ? 'S' : 'P', inode, (uint64_t)place, part.iov_len, &part, length < 0 ? 0 : 1);
  give();
  if (failed) { errno = EIO; return -1; }
  return 0;
}
int fsync(int fd) { uint64_t inode = inode_of(fd); return inode == 0 ? (int)syscall(SYS_fsync, fd) : sync_ours(fd, inode); }
int fdatasync(int fd) { uint64_t inode = inode_of(fd); return inode == 0 ? (int)syscall(SYS_fdatasync, fd) : sync_ours(fd, inode); }

int ftruncate64(int fd, off64_t size) {
  uint64_t inode = inode_of(fd);
  if (inode == 0) return (int)syscall(SYS_ftruncate, fd, size);
  take();
  call();
  put('T', inode, (uint64_t)size, 0, NULL, 0);
  int done = (int)syscall(SYS_ftruncate, fd, size);
  int error = errno;
  give();
  errno = error;
  return done;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }
int truncate(const char *path, off_t size) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  int done = ftruncate64(fd, size);
  int error = errno;
  close(fd);
  errno = error;
  return done;
}
int fallocate64(int fd, int mode, off64_t offset, off64_t length) {
  if (inode_of(fd) == 0) return (int)syscall(SYS_fallocate, fd, mode, offset, length);
  errno = EOPNOTSUPP;
  return -1;
}
int fallocate(int fd, int mode, off_t offset, off_t length) { return fallocate64(fd, mode, offset, length); }
int posix_fallocate64(int fd, off64_t offset, off64_t length) {
  struct stat st;
  if (inode_of(fd) == 0) return syscall(SYS_fallocate, fd, 0, offset, length) == 0 ? 0 : errno;
  if (fstat(fd, &st) != 0) return errno;
  return st.st_size >= offset + length || ftruncate64(fd, offset + length) == 0 ? 0 : errno;
}
int posix_fallocate(int fd, off_t offset, off_t length) { return posix_fallocate64(fd, offset, length); }

/* A call that changes names: done and put down as one, when it succeeds. */
static int two_names(char kind, int from_at, const char *from, int to_at, const char *to, long number, long flags) {
  char source[PATH_MAX], target[PATH_MAX];
  int is_ours = below(from_at, from, source);
  is_ours |= below(to_at, to, target);
  if (!is_ours) return (int)syscall(number, from_at, from, to_at, to, flags);
  take();
  call();
  int done = (int)syscall(number, from_at, from, to_at, to, flags);
  int error = errno;
  if (done == 0) put_paths(kind, source, target);
  give();
  errno = error;
  return done;
}
int rename(const char *from, const char *to) { return two_names('R', AT_FDCWD, from, AT_FDCWD, to, SYS_renameat2, 0); }
int renameat(int a, const char *from, int b, const char *to) { return two_names('R', a, from, b, to, SYS_renameat2, 0); }
int link(const char *from, const char *to) { return two_names('L', AT_FDCWD, from, AT_FDCWD, to, SYS_linkat, 0); }
int linkat(int a, const char *from, int b, const char *to, int flags) { return two_names('L', a, from, b, to, SYS_linkat, flags); }

static int one_name(char kind, int folder, const char *path, long number, long argument) {
  char full[PATH_MAX];
  if (!below(folder, path, full)) return (int)syscall(number, folder, path, argument);
  take();
  call();
  int done = (int)syscall(number, folder, path, argument);
  int error = errno;
  if (done == 0) put_path(kind, 0, full);
  give();
  errno = error;
  return done;
}
int unlink(const char *path) { return one_name('U', AT_FDCWD, path, SYS_unlinkat, 0); }
int unlinkat(int folder, const char *path, int flags) { return one_name(flags & AT_REMOVEDIR ? 'D' : 'U', folder, path, SYS_unlinkat, flags); }
int rmdir(const char *path) { return one_name('D', AT_FDCWD, path, SYS_unlinkat, AT_REMOVEDIR); }
int remove(const char *path) { struct stat st; return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) ? rmdir(path) : unlink(path); }
int mkdir(const char *path, mode_t mode) { return one_name('M', AT_FDCWD, path, SYS_mkdirat, (long)mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return one_name('M', folder, path, SYS_mkdirat, (long)mode); }

int dup(int fd) { int made = (int)syscall(SYS_dup, fd); if (made >= 0 && made < MOST_FDS) ours[made] = inode_of(fd); return made; }
int dup2(int fd, int to) { int made = (int)syscall(SYS_dup3, fd, to, 0); if (made >= 0 && made < MOST_FDS) ours[made] = inode_of(fd); return made; }
int dup3(int fd, int to, int flags) { int made = (int)syscall(SYS_dup3, fd, to, flags); if (made >= 0 && made < MOST_FDS) ours[made] = inode_of(fd); return made; }
