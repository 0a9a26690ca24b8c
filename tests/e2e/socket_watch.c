/* Preloaded into every process of a test: writes down each internet socket and name look-up. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct addrinfo;

static void note(const char *what, const char *detail)
{
    const char *path = getenv("SOCKET_WATCH_LOG");
    char line[512];
    int file, length;

    if (path == NULL)
        return;
    length = snprintf(line, sizeof line, "%d %s %s\n", (int)getpid(), what, detail);
    file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file >= 0) {
        if (write(file, line, (size_t)length) < 0)
            abort();
        close(file);
    }
}

int socket(int domain, int type, int protocol)
{
    static int (*real)(int, int, int);

    if (real == NULL)
        real = (int (*)(int, int, int))dlsym(RTLD_NEXT, "socket");
    if (domain == AF_INET || domain == AF_INET6)
        note("socket", domain == AF_INET ? "AF_INET" : "AF_INET6");
    return real(domain, type, protocol);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **result)
{
    static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);

    if (real == NULL)
        real = (int (*)(const char *, const char *, const struct addrinfo *,
                        struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
    note("getaddrinfo", node != NULL ? node : "(null)");
    return real(node, service, hints, result);
}
