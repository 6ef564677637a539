// N saturated stations on ns-3's CsmaChannel. There are no collisions in that model: a station
// that finds the channel busy polls it again after a random number of slots. It is an easier
// job than CSMA/CD, and stands here as the yardstick that readers know.
//
//	ns3 STATIONS OCTETS SEED SECONDS DELAY_NS
#include <cstdio>
#include <cstdlib>

#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/network-module.h"

using namespace ns3;

namespace {

const uint16_t kNumber = 0x88b5; // an EtherType for experiments (IEEE 802)
const uint32_t kAround = 18;     // octets that the device adds: header and check sequence

uint32_t payload;
uint64_t sent, delivered, polls, dropped;

void Offer(Ptr<CsmaNetDevice> device, Address to) {
  device->Send(Create<Packet>(payload), to, kNumber);
}

// One frame is on its way and one waits: a device that ends a frame, or gives one up, is handed
// the next. The queue never runs dry, and never grows.
void Sent(Ptr<CsmaNetDevice> device, Address to, Ptr<const Packet>) {
  sent++;
  Offer(device, to);
}

void Dropped(Ptr<CsmaNetDevice> device, Address to, Ptr<const Packet>) {
  dropped++;
  Offer(device, to);
}

void Polled(Ptr<const Packet>) { polls++; }

bool Received(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address &) {
  delivered++;
  return true;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 6)
    return 2;
  const uint32_t stations = std::atoi(argv[1]);
  payload = std::atoi(argv[2]) - kAround;
  RngSeedManager::SetRun(std::atoi(argv[3]));
  const double seconds = std::atof(argv[4]);

  NodeContainer nodes(stations);
  CsmaHelper csma;
  csma.SetChannelAttribute("DataRate", StringValue("10Mbps"));
  csma.SetChannelAttribute("Delay", TimeValue(NanoSeconds(std::atoi(argv[5]))));
  NetDeviceContainer devices = csma.Install(nodes);
  for (uint32_t i = 0; i < stations; i++) {
    auto device = DynamicCast<CsmaNetDevice>(devices.Get(i));
    const Address to = devices.Get((i + 1) % stations)->GetAddress();
    // Its own slot is 1 us, which has it poll some fifty times a frame: Ethernet's is kinder to it.
    device->SetBackoffParams(NanoSeconds(51200), 1, 1000, 10, 1000);
    device->SetReceiveCallback(MakeCallback(&Received));
    device->TraceConnectWithoutContext("PhyTxEnd", MakeBoundCallback(&Sent, device, to));
    device->TraceConnectWithoutContext("PhyTxDrop", MakeBoundCallback(&Dropped, device, to));
    device->TraceConnectWithoutContext("MacTxBackoff", MakeCallback(&Polled));
    for (int k = 0; k < 2; k++)
      Simulator::ScheduleNow(&Offer, device, to);
  }
  Simulator::Stop(Seconds(seconds));
  Simulator::Run();
  std::printf("delivered %llu sent %llu polls %llu dropped %llu\n", (unsigned long long)delivered,
              (unsigned long long)sent, (unsigned long long)polls, (unsigned long long)dropped);
}
