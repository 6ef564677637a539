/* The yardstick of speed, in C: the slot-level toy of ../slottoy_test.go, the least that a program can do and still
 * call it CSMA/CD. It draws backoffs and files stations under slots. It knows no propagation, no partial overlap and no
 * gap, and no counters but these. Stations always have a frame of LENGTH slots; a collision takes one slot; a station's
 * k-th collision draws 0 to 2^min(k,10)-1 slots; the sixteenth gives the frame up.
 *
 *	slot_toy STATIONS LENGTH SEED FROM UNTIL TIMES
 *
 * counts from the slot FROM to the slot UNTIL, as many TIMES, each from the start with a seed of its own: the window that
 * the others are measured in can be too short for it to be timed once. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RING = 2048 }; /* more slots than a draw can be ahead */

struct counts {
	uint64_t sent, attempts, dropped;
};

static uint64_t word, now, occupied[RING / 64];
static int32_t head[RING], *next, *ready; /* station + 1 of the first under a slot; of the next; and who is ready */
static uint8_t *tries;
static int waiting;

static inline uint64_t draw(int collisions) {
	word ^= word << 13; /* xorshift64 (Marsaglia 2003) */
	word ^= word >> 7;
	word ^= word << 17;
	return word & ((1u << (collisions < 10 ? collisions : 10)) - 1);
}

static inline void file(uint64_t slot, int32_t s) {
	next[s] = head[slot % RING];
	head[slot % RING] = s + 1;
	occupied[slot % RING / 64] |= (uint64_t)1 << slot % 64;
}

/* take makes the stations filed under a slot ready. */
static inline void take(uint64_t slot) {
	for (int32_t s = head[slot % RING]; s > 0; s = next[s - 1])
		ready[waiting++] = s - 1;
	head[slot % RING] = 0;
	occupied[slot % RING / 64] &= ~((uint64_t)1 << slot % 64);
}

/* skip goes to the next slot that anybody is filed under. */
static inline void skip(void) {
	for (uint64_t p = now + 1;; p = (p / 64 + 1) * 64) {
		uint64_t m = occupied[p % RING / 64] >> p % 64;
		if (m) {
			now = p + __builtin_ctzll(m);
			return;
		}
	}
}

static void start(int stations, uint64_t seed) {
	memset(head, 0, sizeof head);
	memset(occupied, 0, sizeof occupied);
	memset(tries, 0, stations);
	for (waiting = 0; waiting < stations; waiting++)
		ready[waiting] = waiting;
	now = 0;
	word = seed * 0x9e3779b97f4a7c15u | 1;
}

static void run(uint64_t until, uint64_t length, struct counts *c) {
	while (now < until) {
		take(now);
		if (waiting == 0) {
			skip();
		} else if (waiting == 1) { /* alone: a frame, and the next one waits */
			c->attempts++;
			c->sent++;
			tries[ready[0]] = 0;
			for (uint64_t u = now + 1; u < now + length; u++)
				take(u);
			now += length;
		} else {
			c->attempts += waiting;
			for (int j = 0; j < waiting; j++) {
				int32_t s = ready[j];
				uint64_t slot = now + 1;
				if (++tries[s] < 16) {
					slot += draw(tries[s]);
				} else {
					tries[s] = 0;
					c->dropped++;
				}
				file(slot, s);
			}
			waiting = 0;
			now++;
		}
	}
}

int main(int argc, char **argv) {
	if (argc != 7)
		return 2;
	int stations = atoi(argv[1]);
	uint64_t length = atoi(argv[2]), seed = atoi(argv[3]), from = atoll(argv[4]), until = atoll(argv[5]);
	next = calloc(stations, sizeof *next);
	ready = calloc(stations, sizeof *ready);
	tries = calloc(stations, 1);
	struct counts total = {0}, ignored = {0};
	uint64_t slots = 0;
	clock_t used = 0;
	for (int i = 0; i < atoi(argv[6]); i++) {
		start(stations, seed * 1000 + i);
		run(from, length, &ignored);
		uint64_t begin = now;
		clock_t t = clock(); /* of processor time, and no call in between */
		run(until, length, &total);
		used += clock() - t;
		slots += now - begin;
	}
	printf("slots %llu delivered %llu attempts %llu dropped %llu ns %.0f\n", (unsigned long long)slots,
	       (unsigned long long)total.sent, (unsigned long long)total.attempts, (unsigned long long)total.dropped,
	       used * (1e9 / CLOCKS_PER_SEC));
}
