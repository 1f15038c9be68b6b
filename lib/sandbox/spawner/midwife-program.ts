import type { Architecture } from "../seccomp/syscalls.ts";

/** What the program calls by number, in the order in which it takes them; from the kernel's own tables. */
const CALLS: Readonly<Record<Architecture, readonly number[]>> = {
  // setsid, setgroups, setresgid, setresuid, prctl, prlimit64, fcntl, unshare, setns, fchdir, mount, umount2
  x64: [112, 116, 119, 117, 157, 302, 72, 272, 308, 81, 165, 166],
  arm64: [157, 159, 149, 147, 167, 261, 25, 97, 268, 50, 40, 39],
};

/** How many descriptors a new process can be handed: where its own begin. */
export const MOST_DESCRIPTORS = 128;
/** Of the number before an order. One digit more, and the rest of the order would be read as orders of their own. */
export const LENGTH_DIGITS = 8;

/**
 * Its own descriptors stand at 128 and above, so that a new process, which has none below, is handed each of its own in turn and
 * every one gets the number that it is to have: the kernel gives out the lowest that is free. Numbers that are the same
 * everywhere are in here: pidfd_open 434, close_range 436, pidfd_getfd 438.
 *
 * An order is its length in eight digits and then, separated by NULs: its number, the user, our descriptors ("-" for one that is to
 * be closed in the end), whether it has to stand apart, the limits as resource:soft:hard, how many doors of groups, these, and the
 * command. One process is always forked ahead, and waits for the next order with nothing of it in it, apart from everybody: in a
 * network with nothing but its own loopback and among no shared memory (0x48000000, both at once), which bubblewrap would make in the
 * middle of a call. They are root's, so nobody who steps down has any right over them. Where that fails it is tried again for
 * the order, which comes to nothing without it.
 *
 * bubblewrap begins with a copy of all that is mounted and reads the list of it once for each mount of its own. So she has a mount
 * namespace (0x20000) without what the kernel shows of itself, which nobody mounts into a sandbox that she starts; what she needs of
 * it, the groups, she holds open. Elsewhere (0x84000: nothing of hers goes back, and what comes there comes here) that is not seen.
 * Where nothing comes of itself, what was mounted since is not here: whoever has an order looks whether the list of our parent has
 * changed since it was forked (the kernel says so by an exceptional condition), and goes back there first; the next one finds it anew.
 * Whoever waits goes back as soon as it changes, and so does she: a copy of what was taken away would keep it in use until somebody asked.
 * Orphans are reaped by it too: bubblewrap leaves one at each
 * call, and the first process of a container may be one that reaps nobody. A process says that it is
 * whole by "s" and its number outside; how it ended is told by "e", the end of an orphan by "o" and its number. 125, as everywhere: nothing ran. Where the machine starts no
 * further process it is tried again, and an order that has waited for a second is given back by "f" with the reason: she reads
 * it herself then, and a process that ends meanwhile interrupts her (EINTR, 4), which is not the end of orders.
 */
const PROGRAM = String.raw`use strict; use warnings;
my ($parent, $setsid, $setgroups, $setresgid, $setresuid, $prctl, $prlimit, $fcntl, $unshare, $setns, $fchdir, $mount, $umount) =
  map { $_ + 0 } splice @ARGV, 0, ${CALLS.x64.length + 1};
my $own = $$;
sub raised { my $n = syscall($fcntl, $_[0] + 0, 1030, ${MOST_DESCRIPTORS}); $n >= ${MOST_DESCRIPTORS} or die "dup: $!"; $n }
sub call { my $n = shift; my $r = syscall($n, @_); $r == -1 and die "call $n: $!"; $r }
my $spawner = raised(call(434, $parent, 0));
call($prctl, 36, 1, 0, 0, 0);
open my $orders, '<&=', raised(0) or die $!;
open my $answers, '>&=', raised(1) or die $!;
sub held { open my $file, '<', $_[0] or die "$_[0]: $!"; raised(fileno $file) }
my %places = map { $_ => '/proc/self/fd/' . held($_) } @ARGV;
pipe my $read, my $write or die $!;
open my $woken, '<&=', raised(fileno $read) or die $!;
open my $wake, '>&=', raised(fileno $write) or die $!;
close $_ for $read, $write;

sub take {
  my ($length, $bytes) = ($_[0], '');
  while (length $bytes < $length) {
    my $got = sysread $orders, $bytes, $length - length $bytes, length $bytes;
    next if $got or not defined $got and $! == 4;
    syswrite $wake, pack 'NN', 0, 1;
    exit 0;
  }
  $bytes;
}

my $is_apart;
sub set_apart {
  call($unshare, 0x48000000);
  socket my $any, 1, 2, 0 or die "socket: $!";
  my $up = pack 'a16 s x22', 'lo', 1;
  ioctl $any, 0x8914, $up or die "loopback: $!";
  $is_apart = 1;
}

my ($home, $root) = map { held($_) } '/proc/self/ns/mnt', '/';
my ($mounts, $seen, $is_away, $is_pared);
sub bit { my $bits = ''; vec($bits, $_[0], 1) = 1; $bits }
sub is_changed { select(undef, undef, bit($_[0]), 0) != 0 }

sub go_home {
  call($setns, $home, 0x20000); call($fchdir, $root);
  chroot '.' and chdir '/' or die "root: $!";
  $is_away = 0;
}

sub pare_down {
  $is_pared = 0;
  go_home() if $is_away;
  call(436, $seen, $seen, 0) if defined $seen;
  $seen = held("/proc/$parent/mountinfo");
  call($unshare, 0x20000);
  $is_away = 1;
  my $all = '/';
  call($mount, $all, $all, 0, 0x84000, 0);
  for my $place (qw(/sys /dev/pts /dev/mqueue /dev/hugepages)) { syscall $umount, my $path = $place, 2 }
  $is_pared = 1;
}

# A change is told once: whoever cannot go back now has to later.
sub leave { $is_pared = 0; eval { go_home() } }

sub await_order {
  while ($is_away and $is_pared and defined $mounts) {
    my ($ready, $changed) = (bit(fileno $orders), bit($mounts));
    next if select($ready, undef, $changed, undef) < 1;
    return leave() if vec $changed, $mounts, 1;
    return if vec $ready, fileno $orders, 1;
  }
}

sub become {
  my ($id, $user, $given, $apart, $limits, $count, @words) = @_;
  my @doors = splice @words, 0, $count;
  my @given = split /,/, $given;
  go_home() if $is_away and not ($is_pared and defined $mounts and not is_changed($mounts));
  call(436, 0, ${MOST_DESCRIPTORS - 1}, 0);
  for my $n (0 .. $#given) {
    my $got = call(438, $spawner, $given[$n] eq '-' ? $given[0] + 0 : $given[$n] + 0, 0);
    $got == $n or die "descriptor $n is $got";
    call($fcntl, $n, 2, 0);
  }
  set_apart() if $apart and not $is_apart;
  for my $door (@doors) {
    my ($place, $rest) = $door =~ m{^(.*)(/[^/]+/[^/]+)$}s;
    open my $file, '>', (defined $place && $places{$place} || $place) . $rest or die "$door: $!";
    defined syswrite $file, '0' or die "$door: $!";
    close $file;
  }
  for my $limit (split /,/, $limits) {
    my ($resource, $soft, $hard) = split /:/, $limit;
    my $pair = pack 'QQ', $soft, $hard;
    call($prlimit, 0, $resource + 0, $pair, 0);
  }
  $user += 0;
  call($setgroups, 0, 0); call($setresgid, $user, $user, $user); call($setresuid, $user, $user, $user);
  $user && $< == $user && $> == $user or die "user $user";
  call($prctl, 38, 1, 0, 0, 0); call($prctl, 1, 9, 0, 0, 0);
  getppid() == $own or die 'nobody waits';
  call(436, $_, $_, 0) for grep { $given[$_] eq '-' } 0 .. $#given;
  defined syswrite $answers, "s $id $$\n" or die $!;
  call(436, scalar @given, 4294967295, 4);
  %ENV = ();
  exec { $words[0] } @words or die "$words[0]: $!";
}

my ($next, $waited, %ids);
sub fork_ahead {
  call(436, $mounts, $mounts, 0) if defined $mounts;
  $mounts = eval { held("/proc/$parent/mountinfo") };
  eval { pare_down() } if not $is_pared or is_changed($seen);
  $next = fork;
  return if $next or not defined $next;
  $SIG{CHLD} = 'DEFAULT';
  call($prctl, 1, 9, 0, 0, 0); getppid() == $own or exit 0;
  call($setsid);
  eval { set_apart() };
  await_order();
  my @order = split /\0/, take(take(${LENGTH_DIGITS})), -1;
  syswrite $wake, pack 'NN', $$, $order[0];
  eval { become(@order) };
  print STDERR $@;
  exit 125;
}

sub is_ready { select(bit(fileno $_[0]), undef, undef, 0) > 0 }

sub fork_again {
  fork_ahead();
  my $why = "$!";
  $waited = defined $next || !is_ready($orders) ? 0 : $waited + 1;
  while ($waited >= 20 && is_ready($orders)) {
    my ($id) = split /\0/, take(take(${LENGTH_DIGITS})), 2;
    syswrite $answers, "f $id $why\n";
  }
}

sub heed {
  my ($patience) = @_;
  while (1) {
    my ($ready, $changed) = (bit(fileno $woken), $is_away && $is_pared ? bit($seen) : '');
    my $found = select $ready, undef, $changed, $patience;
    return if $found < 1 and defined $patience;
    next if $found < 1;
    leave() if defined $seen and vec $changed, $seen, 1;
    next unless vec $ready, fileno $woken, 1;
    sysread $woken, my $word, 8;
    my ($taken, $id) = unpack 'NN', $word;
    if ($taken) { $ids{$taken} = $id; fork_ahead() }
    elsif ($id) { exit 0 }
    $patience = 0;
  }
}

# Twice: whoever cannot come back from there is of no use.
eval { pare_down(); pare_down() };
$SIG{CHLD} = sub { syswrite $wake, pack 'NN', 0, 0 };
fork_ahead();
while (1) {
  heed(defined $next ? undef : 0.05);
  fork_again() unless defined $next;
  my $ends = '';
  while ((my $pid = waitpid -1, 1) > 0) {
    my $status = $?;
    heed(0);
    exit 1 if defined $next and $pid == $next;
    $ends .= exists $ids{$pid} ? 'e ' . delete($ids{$pid}) . " $status\n" : "o $pid\n";
  }
  syswrite $answers, $ends if length $ends;
}`;

/** Words that start it, by the one whose descriptors it hands on. */
export function midwifeCommand(
  perl: string,
  architecture: Architecture,
  groupDirectories: readonly string[],
): [string, ...string[]] {
  return [perl, "-f", "-e", PROGRAM, `${process.pid}`, ...CALLS[architecture].map(String), ...groupDirectories];
}
